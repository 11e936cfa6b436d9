/*
 * Ends what still waits in a channel's lane: the channel is going away. What
 * the provider may have taken is not called cancelled.
 */
create or replace function cancel_channel_sends(organization text, channel text) returns void
language plpgsql as $$
declare
  changes message_change[];
begin
  with gone as (
    delete from lane_items
    where lane_id = channel and state <> 'sending' and organization_id = organization and kind = 'channel'
    returning item_id, state = 'unknown' as doubtful
  )
  select array_agg(row(
    organization, gone.item_id::uuid, case when gone.doubtful then 'failed' else 'cancelled' end, now(), null,
    case when gone.doubtful then
      outcome_unknown('the channel was deleted before WhatsApp said whether it took this message')
    end,
    null, null, true
  )::message_change)
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
end $$;

/*
 * Ends what waits in the lane of a channel that was deleted: a call was out
 * then and is to be made again, or a daemon accepted a message meanwhile that
 * had not heard of it.
 */
create or replace function end_deleted_channel(organization text, channel text) returns void
language sql as $$
  select cancel_channel_sends(organization, channel)
  from channels as known
  where known.organization_id = organization and known.id = channel and known.deleted_at is not null
$$;
