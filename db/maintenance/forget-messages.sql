-- Which messages may go once they are past their retention, and what goes with them.

/* Whether a conversation is under a legal hold. */
create or replace function is_legally_held(organization text, conversation text) returns boolean
language sql stable as $$
  select exists (
    select from conversations as known
    where known.organization_id = organization and known.id = conversation and known.legal_hold is not null
  )
$$;

/* Whether somebody is in a conversation under a legal hold: their own, or a group's in which they are named. */
create or replace function is_person_held(organization text, contact text) returns boolean
language plpgsql as $$
declare
  groups constant text[] := array(
    select known.id from conversations as known
    join contact_identities as "group" on "group".organization_id = organization
      and "group".contact_id = known.contact_id and "group".type = 'group'
    where known.organization_id = organization and known.legal_hold is not null
  );
  pattern text;
begin
  if cardinality(groups) > 0 then
    pattern := person_of(organization, contact) ->> 'pattern';
  end if;
  return exists (
    select from conversations as own
    where own.organization_id = organization and own.contact_id = contact and own.legal_hold is not null
  ) or exists (
    select from messages as message
    where message.conversation_id = any (groups) and message.organization_id = organization
      and concat_ws(' ', message.participant, message.content, message.edits, message.metadata, message.result) ~ pattern
  );
end $$;

/*
 * Whether a message may go: it does not wait, was not to be sent within the last two days, and its conversation is under no
 * legal hold.
 */
create or replace function is_done_with(message messages) returns boolean
language sql stable as $$
  select message.status not in ('queued', 'scheduled', 'sending')
    and (message.scheduled_at is null or message.scheduled_at < now() - interval '48 hours')
    and not exists (
      select from lane_items as item
      where item.organization_id = message.organization_id and item.item_id = message.id::text
    )
    and not is_legally_held(message.organization_id, message.conversation_id)
$$;

/* Deletes those of some messages that are done with, their attempts and their provider's ids. */
create or replace function forget_messages(organizations text[], ids uuid[]) returns void
language sql as $$
  with gone as (
    delete from messages as message using unnest(organizations, ids) as old (organization_id, id)
    where message.organization_id = old.organization_id and message.id = old.id
      and is_done_with(message)
    returning message.organization_id, message.id
  ), attempts as (
    delete from message_attempts as attempted using gone
    where attempted.organization_id = gone.organization_id and attempted.message_id = gone.id
  )
  delete from provider_messages as named using gone
  where named.organization_id = gone.organization_id and named.message_id = gone.id
$$;

/*
 * Deletes, of the next so many messages of a channel that were made before a moment, those that are done with. Returns the
 * last one it looked at, null at the end.
 */
create or replace function forget_of_channel(
  organization text, channel text, before timestamptz, after uuid, most integer
) returns uuid
language plpgsql as $$
declare
  ids constant uuid[] := array(
    select message.id from messages as message
    where message.channel_id = channel and message.organization_id = organization
      and message.id > after and message.id < uuid_bound(before)
    order by message.id
    limit most
  );
begin
  perform forget_messages(array_fill(organization, array[cardinality(ids)]), ids);
  return ids[cardinality(ids)];
end $$;

/*
 * The same of all messages made in a span of time, after one of them. Returns the last message it looked at; none at the
 * end.
 */
create or replace function forget_finished(
  starts_at timestamptz, ends_at timestamptz, after_organization text, after_id uuid, most integer
) returns table (organization_id text, id uuid)
language plpgsql as $$
#variable_conflict use_column
declare
  organizations text[];
  ids uuid[];
begin
  select array_agg(next.organization_id), array_agg(next.id) into organizations, ids
  from (
    select message.organization_id, message.id from messages as message
    where message.id >= uuid_bound(starts_at) and message.id < uuid_bound(ends_at)
      and (message.organization_id, message.id) > (after_organization, after_id)
    order by message.organization_id, message.id
    limit most
  ) as next;
  if ids is not null then
    perform forget_messages(organizations, ids);
    return query select organizations[cardinality(ids)], ids[cardinality(ids)];
  end if;
end $$;
