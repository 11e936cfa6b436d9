/*
 * Ends at most `most` of the messages that wait in the lane of a deleted
 * channel; returns how many. A message that the provider may have taken becomes
 * failed, not cancelled; so does one whose call has been out for so long that
 * its daemon must be gone.
 */
create or replace function cancel_channel_sends(organization text, channel text, most integer) returns integer
language plpgsql as $$
begin
  if not exists (select from channels where organization_id = organization and id = channel and deleted_at is not null) then
    return 0;
  end if;
  return end_channel_sends(organization, channel, most, false, interval '5 minutes', 'unknown_when_deleted');
end $$;

/*
 * The same for any channel: of all messages that wait, or only of those that the provider may have taken
 * (`only_doubtful`), which fail with these words; so does what has been out for longer than `patience`.
 */
create or replace function end_channel_sends(
  organization text, channel text, most integer, only_doubtful boolean, patience interval, doubtful_words text
) returns integer language plpgsql as $$
declare
  found_items text[];
  ended text[];
  changes message_change[];
begin
  found_items := array(
    select item_id from lane_items
    where lane_id = channel and state <> 'sending' and organization_id = organization and kind = 'channel'
      and (state = 'unknown' or not only_doubtful)
    order by priority, due_at, position limit most
  );
  -- once little is left: it is all read
  if cardinality(found_items) < most then
    found_items := found_items || array(
      select begun.item_id from begun_items('channel', channel) as begun
      where begun.organization_id = organization and begun.started_at <= now() - patience
    );
  end if;
  perform lock_answered(array[organization], found_items::uuid[]);
  ended := array(
    select item_id from lane_items
    where organization_id = organization and item_id = any (found_items) and (
      state = 'sending' and started_at <= now() - patience
      or state <> 'sending' and (state = 'unknown' or not only_doubtful)
    )
    order by item_id
    for update skip locked
  );
  -- which writes down the attempt
  update lane_items set state = 'unknown'
  where organization_id = organization and item_id = any (ended) and state = 'sending';
  with gone as (
    delete from lane_items where organization_id = organization and item_id = any (ended)
    returning item_id, state <> 'queued' as doubtful
  )
  select array_agg(status_change(
    organization, gone.item_id::uuid, case when gone.doubtful then 'failed' else 'cancelled' end, silent => true,
    error => case when gone.doubtful then outcome_unknown(doubtful_words) end
  ))
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
  return cardinality(ended);
end $$;
