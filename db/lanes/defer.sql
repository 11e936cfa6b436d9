/*
 * Moves items of a kind of lane that may not go yet (pacing) to a later moment, without an attempt. Each: item_id, wait
 * (milliseconds), reason (where it is worth telling). They hold back what comes after them under their key.
 */
create or replace function defer_items(organization text, lane_kind text, items json) returns void
language plpgsql as $$
declare
  deferred record;
begin
  if lane_kind = 'endpoint' then
    perform set_apart(organization, array(select item.item_id from json_to_recordset(items) as item (item_id text)));
  end if;
  for deferred in
    select * from json_to_recordset(items) as item (item_id text, wait double precision, reason text) order by item_id
  loop
    update lane_items as item set
      expires_at = case lane_kind when 'channel' then end_of(item.expires_at, item.due_at) end,
      due_at = after_milliseconds(deferred.wait), held = true, held_reason = deferred.reason
    where item.organization_id = organization and item.item_id = deferred.item_id and item.kind = lane_kind
      and item.held_reason is distinct from 'conversation_held';
  end loop;
end $$;
