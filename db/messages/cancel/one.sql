/*
 * Cancels one message that waits in its channel's lane. False when there is
 * nothing to cancel: its call is out, its outcome is unknown, or it is done.
 * Taking the lane item and starting its send exclude each other: start_sends
 * starts only items that it finds.
 */
create or replace function cancel_message(organization text, message uuid) returns boolean
language plpgsql as $$
declare
  lane text;
begin
  perform lock_answered(array[organization], array[message]);
  delete from lane_items as item
  where item.organization_id = organization and item.item_id = message::text
    and item.kind = 'channel' and item.state = 'queued'
  returning item.lane_id into lane;
  if lane is null then
    return false;
  end if;

  perform advance_messages(array[status_change(organization, message, 'cancelled', silent => true)]);
  -- the messages it held back may go now
  perform wake_lane(organization, 'channel', lane);
  return true;
end $$;
