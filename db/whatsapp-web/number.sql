-- How another number takes the place of a channel's own.

/*
 * Ends what another number must not send, at most about `most` messages at once; returns how many ended. That is all
 * that waits, with the broadcasts that would add to it, unless the channel `keeps` it. What the number before may have
 * sent already ends in any case: to WhatsApp, a copy from another number is another message.
 */
create or replace function end_before_number_change(organization text, channel text, keeps boolean, most integer)
returns integer language plpgsql as $$
begin
  if not keeps then
    perform cancel_broadcast(organization, known.id) from broadcasts as known
    where known.organization_id = organization and channel = any (known.channel_ids)
      and known.status in ('scheduled', 'running', 'paused', 'stopped');
  end if;
  return end_channel_sends(organization, channel, most, keeps, interval '0', 'unknown_when_replaced');
end $$;

/*
 * Makes a number (E.164, null where only its LID is known) that of a channel, which begins anew with it: nobody is an
 * acquaintance, and no restriction holds. Emits the change, and returns the number before.
 */
create or replace function change_channel_number(
  organization text, channel text, number text, lid text, waiting text
) returns text language plpgsql as $$
declare
  before channels;
  lid_before text;
begin
  select * into before from channels as known where known.organization_id = organization and known.id = channel for update;
  select own_lid into lid_before from web_sessions where organization_id = organization and channel_id = channel;
  insert into channel_numbers (organization_id, channel_id, until, number)
  values (organization, channel, now(), coalesce(before.phone_number, lid_before));
  update channels set phone_number = number, offered_number = null, number_since = now(), restrictions = '[]',
    new_chats = null, last_seen_at = now(), updated_at = now()
  where organization_id = organization and id = channel;
  update web_sessions set own_lid = lid, replaces_number = false, set_aside = false, replacement = null,
    restricted_until = null, restricted_reason = null
  where organization_id = organization and channel_id = channel;
  update web_recipients set opened_at = null
  where organization_id = organization and channel_id = channel and opened_at is not null;
  delete from web_holes where organization_id = organization and channel_id = channel;
  update lanes set paused_until = null where organization_id = organization and kind = 'channel' and lane_id = channel;
  perform emit_events(array[
    number_changed_event(organization, channel, coalesce(before.phone_number, lid_before), coalesce(number, lid), waiting)
  ]);
  perform pg_notify('waypost_channel_changed', channel);
  return coalesce(before.phone_number, lid_before);
end $$;

/* When somebody last wrote to a channel; null if that was to the number it had before. */
create or replace function heard_by_number(organization text, channel text, last_inbound_at timestamptz)
returns timestamptz language sql stable as $$
  select case when last_inbound_at is not null and not exists (
    select from channels as known
    where known.organization_id = organization and known.id = channel and known.number_since >= last_inbound_at
  ) then last_inbound_at end
$$;

/* The number that a channel had at a moment, if it was another than now; null for its present one. */
create or replace function number_at(organization text, channel text, moment timestamptz) returns text
language sql stable as $$
  select earlier.number from channel_numbers as earlier
  where earlier.organization_id = organization and earlier.channel_id = channel and earlier.until > moment
  order by earlier.until limit 1
$$;

/*
 * When a message was written by its channel's number, or came to it: by the id, since WhatsApp's own time of a message
 * may be long before. One that waits will be.
 */
create or replace function written_at(
  direction text, id uuid, status text, status_history jsonb, updated_at timestamptz
) returns timestamptz language sql stable as $$
  select case
    when direction = 'inbound'
      then to_timestamp(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
    when status in ('queued', 'scheduled') then 'infinity'
    else coalesce((
      -- WhatsApp reports in whole seconds: within the one in which the number changed, it was the new number
      select case when at = date_trunc('second', at) then at + interval '1 second' else at end
      from jsonb_array_elements(status_history) as entry
      cross join lateral (select (entry ->> 'at')::timestamptz as at) as reported
      where entry ->> 'status' in ('sent', 'delivered', 'read')
      limit 1
    ), updated_at)
  end
$$;
