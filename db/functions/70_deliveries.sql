/*
 * Starts deliveries of an endpoint's lane; the pending delivery row is the
 * attempt's record. Returns those that may be made now: nothing if the daemon
 * no longer owns the lane.
 */
create or replace function start_deliveries(organization text, endpoint text, daemon text, delivery_ids text[])
returns setof text language plpgsql as $$
begin
  perform from lanes
  where organization_id = organization and kind = 'endpoint' and lane_id = endpoint and owner = daemon
  for share;
  if not found then
    return;
  end if;
  return query
    update lane_items set state = 'sending', held = false, attempt = attempt + 1, started_at = now()
    where organization_id = organization and kind = 'endpoint' and lane_id = endpoint
      and item_id = any (delivery_ids) and state <> 'sending'
    returning item_id;
end $$;

/*
 * Writes the results of deliveries of one endpoint. Each: id, status
 * (succeeded, failed or exhausted), response_status, response_body, error,
 * duration_ms, next_attempt_at. A failed one with a next attempt gets a new
 * pending delivery for it, which takes its place in the lane.
 */
create or replace function finish_deliveries(organization text, endpoint text, results json) returns void
language plpgsql as $$
begin
  delete from lane_items as item using json_to_recordset(results) as result (id text)
  where item.organization_id = organization and item.kind = 'endpoint' and item.lane_id = endpoint
    and item.item_id = result.id;

  with finished as (
    update deliveries as delivery set
      status = result.status, response_status = result.response_status, response_body = result.response_body,
      error = result.error, duration_ms = result.duration_ms, next_attempt_at = result.next_attempt_at,
      finished_at = now()
    from json_to_recordset(results) as result (
      id text, status text, response_status integer, response_body text, error text, duration_ms integer,
      next_attempt_at timestamptz
    )
    where delivery.organization_id = organization and delivery.id = result.id and delivery.status = 'pending'
    returning delivery.event_id, delivery.event_type, delivery.attempt, delivery.trigger, delivery.next_attempt_at
  ), planned as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, next_attempt_at, created_at
    )
    select organization, prefixed_id('dlv'), endpoint, event_id, event_type, 'pending', attempt + 1, trigger,
      next_attempt_at, now()
    from finished where next_attempt_at is not null
    returning id, next_attempt_at
  )
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'endpoint', endpoint, id, id, next_attempt_at from planned;

  -- written only when it changes: once a failure begins, and once it ends
  update webhook_endpoints set failing_since = null
  where organization_id = organization and id = endpoint and failing_since is not null
    and exists (select from json_to_recordset(results) as result (status text) where result.status = 'succeeded');
  update webhook_endpoints set failing_since = now()
  where organization_id = organization and id = endpoint and failing_since is null
    and not exists (select from json_to_recordset(results) as result (status text) where result.status = 'succeeded');
end $$;
