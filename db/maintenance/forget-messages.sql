-- Which messages may go once they are past their retention, and what goes with them.

/* Whether a message is done with: it does not wait, and was not to be sent within the last two days. */
create or replace function is_done_with(organization text, message uuid, state text, due timestamptz) returns boolean
language sql stable as $$
  select state not in ('queued', 'scheduled', 'sending') and (due is null or due < now() - interval '48 hours')
    and not exists (
      select from lane_items as item where item.organization_id = organization and item.item_id = message::text
    )
$$;

/* Deletes those of some messages that are done with, their attempts and their provider's ids. */
create or replace function forget_messages(organizations text[], ids uuid[]) returns void
language sql as $$
  with gone as (
    delete from messages as message using unnest(organizations, ids) as old (organization_id, id)
    where message.organization_id = old.organization_id and message.id = old.id
      and is_done_with(message.organization_id, message.id, message.status, message.scheduled_at)
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
