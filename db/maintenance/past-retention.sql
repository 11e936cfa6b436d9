-- Deliveries whose events are past their retention.

/*
 * Ends deliveries that still wait and whose ids come before another, of one organisation or, null, of all: their events
 * are past the retention. Emits their number for each endpoint. Returns how many ended, at most so many at once.
 */
create or replace function end_stale_deliveries(organization text, before text, most integer) returns integer
language plpgsql as $$
declare
  lane record;
  total integer := 0;
begin
  for lane in
    with gone as (
      delete from lane_items where ctid = any (array(
        select item.ctid from lane_items as item
        where item.kind = 'endpoint' and item.item_id collate "C" < before
          and (organization is null or item.organization_id = organization)
        limit most
        for update skip locked
      ))
      returning organization_id, lane_id, deliveries_of(lane_items) as ids
    )
    select organization_id, lane_id, array_agg(id) as ids from gone cross join unnest(gone.ids) as id group by organization_id, lane_id order by lane_id
  loop
    perform exhaust_deliveries(lane.organization_id, lane.ids);
    perform emit_events(array[deliveries_expired_event(webhook_endpoints, cardinality(lane.ids))])
    from webhook_endpoints where organization_id = lane.organization_id and id = lane.lane_id;
    total := total + cardinality(lane.ids);
  end loop;
  return total;
end $$;

/* Ends deliveries that can't be made any more, and takes them out of their lane. */
create or replace function exhaust_deliveries(organization text, ids text[]) returns void
language sql as $$
  select remove_deliveries(organization, ids);
  select take_apart(organization, ids);
  update deliveries set
    status = 'exhausted', error = words_of('event_past_retention'), next_attempt_at = null, finished_at = now()
  where organization_id = organization and id = any (ids) and status = 'pending'
$$;
