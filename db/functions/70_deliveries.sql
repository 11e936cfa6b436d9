/*
 * Starts deliveries of an endpoint's lane; the pending delivery row is the
 * attempt's record. Returns those that may be made now: none while the endpoint
 * is disabled. Fails when the daemon does not own the lane.
 */
create or replace function start_deliveries(organization text, endpoint text, daemon text, delivery_ids text[])
returns setof text language plpgsql as $$
begin
  perform require_lane(organization, 'endpoint', endpoint, daemon);
  return query
    update lane_items as item set state = 'sending', held = false, attempt = item.attempt + 1, started_at = now()
    where item.organization_id = organization and item.item_id = any (delivery_ids)
      and item.lane_id = endpoint and item.state <> 'sending'
      and exists (
        select from webhook_endpoints as target
        where target.organization_id = organization and target.id = endpoint and target.enabled
      )
    returning item.item_id;
end $$;

/*
 * Writes the results of deliveries of one endpoint. Each: id, status
 * (succeeded, failed, exhausted, or pending: interrupted, made again at once),
 * response_status, response_body, error, duration_ms, next_attempt_at. A failed
 * one gets a new pending delivery for its next attempt, which takes its place
 * in the lane. The endpoint's row is locked first, as in delete_endpoint.
 */
create or replace function finish_deliveries(organization text, endpoint text, results json) returns void
language plpgsql as $$
declare
  known boolean;
begin
  perform from webhook_endpoints where organization_id = organization and id = endpoint for key share;
  known := found;

  delete from lane_items as item using json_to_recordset(results) as result (id text, status text)
  where item.organization_id = organization and item.item_id = result.id and item.lane_id = endpoint
    and result.status <> 'pending';

  update lane_items as item set state = 'queued'
  from json_to_recordset(results) as result (id text, status text)
  where item.organization_id = organization and item.item_id = result.id and item.lane_id = endpoint
    and result.status = 'pending';

  with finished as (
    update deliveries as delivery set
      status = result.status, response_status = result.response_status, response_body = result.response_body,
      error = result.error, duration_ms = result.duration_ms, next_attempt_at = result.next_attempt_at,
      finished_at = now()
    from json_to_recordset(results) as result (
      id text, status text, response_status integer, response_body text, error text, duration_ms integer,
      next_attempt_at timestamptz
    )
    where delivery.organization_id = organization and delivery.id = result.id
      and delivery.status = 'pending' and result.status <> 'pending'
    returning delivery.event_id, delivery.event_type, delivery.attempt, delivery.trigger, delivery.next_attempt_at
  ), planned as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, next_attempt_at, created_at
    )
    select organization, prefixed_id('dlv'), endpoint, event_id, event_type, 'pending', attempt + 1, trigger,
      next_attempt_at, now()
    from finished where next_attempt_at is not null and known
    returning id, next_attempt_at
  )
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'endpoint', endpoint, id, id, next_attempt_at from planned;

  perform note_endpoint_health(organization, endpoint, results);
end $$;

/*
 * What results say of their endpoint: since when it does nothing but fail
 * (written only when that begins or ends), and whether it is disabled: at once
 * when it answers 410 Gone, or after five days of nothing but failure.
 */
create or replace function note_endpoint_health(organization text, endpoint text, results json) returns void
language plpgsql as $$
declare
  succeeded boolean;
  failed boolean;
  gone boolean;
begin
  select bool_or(result.status = 'succeeded'), bool_or(result.status in ('failed', 'exhausted')),
    bool_or(result.response_status = 410)
  into succeeded, failed, gone
  from json_to_recordset(results) as result (status text, response_status integer);

  if succeeded then
    update webhook_endpoints set failing_since = null
    where organization_id = organization and id = endpoint and failing_since is not null;
  elsif failed then
    update webhook_endpoints set failing_since = now()
    where organization_id = organization and id = endpoint and failing_since is null;
  end if;

  update webhook_endpoints set
    enabled = false, updated_at = now(),
    disabled_reason = case when gone then 'the endpoint answered 410 Gone' else 'nothing but failures for five days' end
  where organization_id = organization and id = endpoint and enabled
    and (gone or failed and failing_since <= now() - interval '5 days');
end $$;

/*
 * Deletes an endpoint, its secrets and what waits in its lane; deliveries stay
 * as records. False when there is none. A batch of events that has read the
 * endpoint already may still queue for it: its lane's next drain clears that.
 */
create or replace function delete_endpoint(organization text, endpoint text) returns boolean
language plpgsql as $$
begin
  delete from webhook_endpoints where organization_id = organization and id = endpoint;
  if not found then
    return false;
  end if;
  delete from webhook_secrets where organization_id = organization and endpoint_id = endpoint;
  perform clear_endpoint_lane(organization, endpoint);
  return true;
end $$;

/* Takes everything out of the lane of an endpoint that is gone. */
create or replace function clear_endpoint_lane(organization text, endpoint text) returns void
language sql as $$
  with cleared as (
    delete from lane_items
    where organization_id = organization and kind = 'endpoint' and lane_id = endpoint
    returning item_id
  )
  update deliveries as delivery set
    status = 'exhausted', error = 'the endpoint was deleted', next_attempt_at = null, finished_at = now()
  from cleared
  where delivery.organization_id = organization and delivery.id = cleared.item_id and delivery.status = 'pending'
$$;
