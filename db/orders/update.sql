/* Changes an order's status or payment status, with its event; no row when there is none, unchanged when nothing differs. */
create or replace function update_order(organization text, placed text, changes json) returns setof orders
language plpgsql as $$
declare
  before orders;
  after orders;
begin
  select * into before from orders where organization_id = organization and id = placed for update;
  if not found then
    return;
  end if;
  after := json_populate_record(before, changes);
  if after is distinct from before then
    update orders set status = after.status, payment_status = after.payment_status, updated_at = now()
    where organization_id = organization and id = placed
    returning * into after;
    perform emit_events(array[order_event(after)]);
  end if;
  return next after;
end $$;
