/*
 * Deletes, of the next so many messages made in a span of time after one of them, those that are done with: they do not
 * wait, and were not to be sent within the last two days. Returns the last message it looked at; none at the end.
 */
create or replace function forget_finished(
  starts_at timestamptz, ends_at timestamptz, after_organization text, after_id uuid, most integer
) returns table (organization_id text, id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with next as (
      select message.organization_id, message.id, message.scheduled_at
      from messages as message
      where message.id >= uuid_bound(starts_at) and message.id < uuid_bound(ends_at)
        and (message.organization_id, message.id) > (after_organization, after_id)
      order by message.organization_id, message.id
      limit most
    ), gone as (
      delete from messages as message using next
      where message.organization_id = next.organization_id and message.id = next.id
        and (next.scheduled_at is null or next.scheduled_at < now() - interval '48 hours')
        and not exists (
          select from lane_items as item
          where item.organization_id = next.organization_id and item.item_id = next.id::text
        )
      returning message.organization_id, message.id
    ), attempts as (
      delete from message_attempts as attempted using gone
      where attempted.organization_id = gone.organization_id and attempted.message_id = gone.id
    )
    select next.organization_id, next.id from next
    order by next.organization_id desc, next.id desc
    limit 1;
end $$;

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
