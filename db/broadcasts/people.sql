-- Results of the people of a broadcast.

/*
 * Takes back the messages of a broadcast that wait in their lanes and were not handed to the platform, of people in
 * these time zones (null: all): the messages are cancelled, and the people wait for their turn again.
 */
create or replace function recall_broadcast(organization text, broadcast text, only_zones text[]) returns void
language plpgsql as $$
declare
  taken uuid[] := take_back(organization, array(
    select message_id from broadcast_people
    where organization_id = organization and broadcast_id = broadcast and status = 'accepted'
      and (only_zones is null or zone = any (only_zones))
  ));
begin
  update broadcast_people set status = 'waiting', reason = null, message_id = null, channel_id = null, updated_at = now()
  where ctid = any (array(
    select known.ctid from unnest(taken) as message (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select ctid from broadcast_people
      where organization_id = organization and broadcast_id = broadcast and message_id = message.id
      limit 1
      for update
    ) as known
  ));
end $$;

/* Cancels those of some messages that wait in their lanes; returns which. A call that is out is left alone. */
create or replace function take_back(organization text, messages uuid[]) returns uuid[]
language plpgsql as $$
declare
  taken uuid[];
begin
  perform lock_answered(array[organization], messages);
  -- in the order in which starting sends locks them
  perform from lane_items
  where organization_id = organization and item_id = any (messages::text[])
  order by item_id
  for update;
  with gone as (
    delete from lane_items
    where organization_id = organization and item_id = any (messages::text[]) and kind = 'channel' and state = 'queued'
    returning item_id::uuid as id
  )
  select array_agg(id) into taken from gone;
  if taken is null then
    return '{}';
  end if;
  perform advance_messages(array(
    select status_change(organization, id, 'cancelled', silent => true) from unnest(taken) as id
  ));
  return taken;
end $$;

/* Writes the statuses of broadcasts' messages to their people; those of other messages are passed over. */
create or replace function follow_broadcasts(organizations text[], ids uuid[]) returns void
language sql as $$
  update broadcast_people as person set
    status = shown.status,
    reason = case when shown.status = 'failed' then message.error::json ->> 'code' end,
    updated_at = now()
  from messages as message
  cross join lateral (
    select case
      when message.status in ('queued', 'scheduled', 'sending') then 'accepted'
      when message.status = 'played' then 'read'
      else message.status
    end as status
  ) as shown
  where message.organization_id = any (organizations) and message.id = any (ids) and message.broadcast_id is not null
    and person.organization_id = message.organization_id and person.broadcast_id = message.broadcast_id
    and person.message_id = message.id and person.status <> shown.status
$$;

/* Writes down who wrote within a week after a broadcast came to them: of several, the last. */
create or replace function note_broadcast_replies(organization text, contacts text[]) returns void
language plpgsql as $$
begin
  -- mostly there is none
  if not exists (
    select from broadcasts as known
    where known.organization_id = organization and known.started_at > now() - interval '40 days'
  ) then
    return;
  end if;
  update broadcast_people as person set replied_at = now()
  from unnest(contacts) as wanted (id)
  cross join lateral (select * from last_broadcast_of(organization, wanted.id)) as latest
  where person.organization_id = organization and person.contact_id = wanted.id
    and person.broadcast_id = latest.broadcast_id and person.replied_at is null;
end $$;

/* The last broadcast that came to a contact within a week. */
create or replace function last_broadcast_of(organization text, contact text) returns table (broadcast_id text)
language sql stable as $$
  select person.broadcast_id from broadcast_people as person
  where person.organization_id = organization and person.contact_id = contact
    and person.status in ('accepted', 'sent', 'delivered', 'read')
    and person.message_id >= uuid_bound(now() - interval '7 days')
  order by person.message_id desc
  limit 1
$$;

/* Writes down that a contact opted out after the last broadcast that came to them. */
create or replace function note_broadcast_opt_out(organization text, contact text) returns void
language sql as $$
  update broadcast_people as person set opted_out_at = now()
  from last_broadcast_of(organization, contact) as latest
  where person.organization_id = organization and person.contact_id = contact
    and person.broadcast_id = latest.broadcast_id and person.opted_out_at is null
$$;

/* Takes back what broadcasts were about to send to a contact who may not be written to any more. */
create or replace function spare_from_broadcasts(organization text, contact text) returns void
language plpgsql as $$
declare
  waiting record;
begin
  for waiting in
    select person.broadcast_id, person.message_id, suppression_of(
      organization, contact, is_marketing(organization, person.channel_id, message.type, message.content)
    ) as reason
    from broadcast_people as person
    cross join lateral (
      select known.type, known.content from messages as known
      where known.organization_id = organization and known.id = person.message_id
      limit 1
    ) as message
    where person.organization_id = organization and person.contact_id = contact and person.status = 'accepted'
  loop
    continue when waiting.reason is null or take_back(organization, array[waiting.message_id]) = '{}';
    update broadcast_people set status = 'skipped', reason = skip_reason(waiting.reason), updated_at = now()
    where organization_id = organization and broadcast_id = waiting.broadcast_id and contact_id = contact;
  end loop;
end $$;

/* Why somebody is skipped who may not be written to. */
create or replace function skip_reason(suppression text) returns text
language sql immutable as $$
  select case suppression when 'consent_denied' then 'no_consent' else 'suppressed' end
$$;

/* The key that is locked while a piece of an audience is written. */
create or replace function audiences_key(organization text) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended('audiences ' || organization, 0)
$$;

/*
 * Keeps pieces of audiences from being written until the transaction ends: a contact that goes away meanwhile would be
 * written under an id that nobody has any more. Merges do not wait for each other here.
 */
create or replace function lock_audiences(organization text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(audiences_key(organization));
end $$;

/* Two contacts became one: where both are in a broadcast, the one of the two that had its message stays. */
create or replace function merge_in_broadcasts(organization text, kept text, gone text) returns void
language plpgsql as $$
begin
  update broadcast_people as person set status = 'skipped', reason = 'duplicate', updated_at = now()
  from broadcast_people as other
  where person.organization_id = organization and person.contact_id in (kept, gone) and person.status = 'waiting'
    and other.organization_id = organization and other.broadcast_id = person.broadcast_id
    and other.contact_id in (kept, gone) and other.contact_id <> person.contact_id
    and (other.status not in ('waiting', 'skipped') or person.contact_id = gone);
  update broadcast_people as person set contact_id = kept
  where person.organization_id = organization and person.contact_id = gone and not exists (
    select from broadcast_people as other
    where other.organization_id = organization and other.broadcast_id = person.broadcast_id and other.contact_id = kept
  );
end $$;
