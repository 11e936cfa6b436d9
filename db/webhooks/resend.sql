-- Deliveries that a person requested: they go before everything that is due.

/* When such a delivery is due: before all others. */
create or replace function at_once() returns timestamptz
language sql immutable parallel safe as $$ select to_timestamp(0) $$;

/* Lets go of an endpoint's pause, if it has one, and wakes its lane. */
create or replace function wake_endpoint(organization text, endpoint text) returns void
language plpgsql as $$
begin
  update webhook_endpoints set resumes_at = null
  where organization_id = organization and id = endpoint and resumes_at is not null;
  perform wake_lane(organization, 'endpoint', endpoint);
end $$;

/* The attempt of an event that waits in an endpoint's lane, locked; null when none does. */
create or replace function waiting_attempt(organization text, event text, endpoint text) returns text
language sql volatile as $$
  select known.id
  from deliveries_of_event(organization, event) as known
  cross join lateral lock_deliveries(organization, array[known.id])
  where known.endpoint_id = endpoint and known.status = 'pending'
  limit 1
$$;

/*
 * Delivers an event to one endpoint once more. An attempt that waits already is
 * brought forward: an event is never queued twice for an endpoint, however
 * often a person requests it. An event that the endpoint has taken is not sent again, and no
 * row returned, unless `even_if_taken`.
 */
create or replace function resend_event(organization text, event text, endpoint text, even_if_taken boolean)
returns setof deliveries
language plpgsql as $$
declare
  waiting text;
  resent deliveries;
begin
  perform from webhook_endpoints where organization_id = organization and id = endpoint for no key update;

  -- once to wait for a result that is being written, and once to see what it left
  perform waiting_attempt(organization, event, endpoint);
  waiting := waiting_attempt(organization, event, endpoint);

  if waiting is null and not even_if_taken and exists (
    select from deliveries_of_event(organization, event) as known
    where known.endpoint_id = endpoint and known.status = 'succeeded'
  ) then
    return;
  end if;

  if waiting is null then
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at
    )
    select organization, prefixed_id('dlv'), endpoint, logged.id, logged.type, 'pending', (
      select coalesce(max(known.attempt), 0) + 1 from deliveries_of_event(organization, event) as known
      where known.endpoint_id = endpoint
    ), 'manual', now()
    from events as logged where logged.organization_id = organization and logged.id = event
    returning * into resent;
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (organization, 'endpoint', endpoint, resent.id, resent.id, at_once());
  else
    perform set_apart(organization, array[waiting]);
    update lane_items set due_at = at_once() where organization_id = organization and item_id = waiting;
    update deliveries set trigger = 'manual', next_attempt_at = null
    where organization_id = organization and id = waiting
    returning * into resent;
  end if;
  perform wake_endpoint(organization, endpoint);
  return next resent;
end $$;

/* Makes an event that is marked as a test and delivers it to these endpoints, whatever they subscribed to. Returns its id. */
create or replace function send_test_event(organization text, endpoints text[], event_type text, event_body text)
returns text language plpgsql as $$
declare
  event text := prefixed_id('evt');
begin
  insert into events (organization_id, id, type, body, created_at, test, position)
  values (organization, event, event_type, event_body, now(), true, event_position(organization));

  with delivered as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at
    )
    select organization, prefixed_id('dlv'), target.id, event, event_type, 'pending', 1, 'test', now()
    from unnest(endpoints) as target (id)
    returning id, endpoint_id
  )
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'endpoint', endpoint_id, id, id, at_once() from delivered;

  perform wake_endpoint(organization, target.id) from (select unnest(endpoints) as id order by 1) as target;
  return event;
end $$;
