/* Cancels what still waits in a channel's lane: the channel is going away. */
create or replace function cancel_channel_sends(organization text, channel text) returns void
language plpgsql as $$
declare
  changes message_change[];
begin
  with gone as (
    delete from lane_items
    where lane_id = channel and state <> 'sending' and organization_id = organization and kind = 'channel'
    returning item_id
  )
  select array_agg(row(organization, gone.item_id::uuid, 'cancelled', now(), null, null, null, null, true)::message_change)
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
end $$;
