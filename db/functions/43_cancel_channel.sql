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
    case when gone.doubtful then json_build_object(
      'code', 'outcome_unknown', 'title', 'Outcome unknown',
      'detail', 'the channel was deleted before WhatsApp said whether it took this message',
      'provider_code', null, 'retryable', false
    )::text end,
    null, null, true
  )::message_change)
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
end $$;
