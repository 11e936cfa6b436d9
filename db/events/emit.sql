/*
 * Writes events in the caller's transaction and fans them out: one delivery for
 * each matching endpoint, queued in the endpoint's lane, in bundles. The lane is
 * woken at the commit. The body is stored as it will be signed and sent. Events for an
 * endpoint that its owner paused wait in its lane.
 */
create or replace function emit_events(inputs event_input[]) returns void
language plpgsql as $$
declare
  -- not the transaction's: one that begins first may have waited for what the other says
  due timestamptz := clock_timestamp();
  -- one time for all: the ids of one batch differ in their running number
  moment text := ulid_time(due);
  organizations text[] := array(select distinct input.organization_id from unnest(inputs) as input);
  places jsonb;
  endpoints text;
begin
  if coalesce(cardinality(inputs), 0) = 0 then
    return;
  end if;
  places := event_positions(organizations);
  if not has_listeners(organizations) then
    -- what is below takes longer to get ready than this to run
    insert into events (organization_id, id, type, channel_id, body, created_at, position)
    select input.organization_id, 'evt_' || moment || id_tail(), input.type, input.channel_id, input.body, now(),
      (places ->> input.organization_id)::bigint
    from unnest(inputs) as input;
    return;
  end if;
  with written as (
    insert into events (organization_id, id, type, channel_id, body, created_at, position)
    select input.organization_id, 'evt_' || moment || id_tail(), input.type, input.channel_id, input.body, now(),
      (places ->> input.organization_id)::bigint
    from unnest(inputs) as input
    returning organization_id, id, type, channel_id, body
  ), wanted as (
    select written.organization_id, written.id, written.type, target.id as endpoint_id, target.enabled,
      nextval('id_order') as number
    from written
    join webhook_endpoints as target on target.organization_id = written.organization_id
    where target.takes_events and wants_event(target, written.type, written.channel_id, written.body)
    order by target.id, written.id
  ), made as (
    select organization_id, 'dlv_' || moment || id_number(number) || id_number(min(number) over bundle) as id,
      endpoint_id, enabled, id as event_id, type as event_type
    from wanted
    window bundle as (partition by organization_id, endpoint_id, number / most_together())
  ), stored as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at,
      bundle_ids, bundle_event_ids, bundle_event_types
    )
    select organization_id, item_of(array_agg(id)), endpoint_id, min(event_id), min(event_type),
      case when count(*) > 1 then 'bundled' else 'pending' end, 1, 'schedule', now(),
      case when count(*) > 1 then array_agg(id order by id) end,
      case when count(*) > 1 then array_agg(event_id order by id) end,
      case when min(event_type) <> max(event_type) then array_agg(event_type order by id) end
    from made
    -- what is listed by its type has a row of its own
    group by organization_id, endpoint_id, bundle_of(id), case when not is_usual(event_type) then id end
  ), queued as (
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, deliveries)
    select organization_id, 'endpoint', endpoint_id, item_of(array_agg(id)), item_of(array_agg(id)), due,
      case when count(*) > 1 then array_agg(id order by id) end
    from made
    group by organization_id, endpoint_id, bundle_of(id)
  )
  select string_agg(distinct organization_id || ' ' || endpoint_id, ',') into endpoints from made where enabled;
  if endpoints is not null then
    perform set_config(
      'waypost.endpoints_to_wake', concat_ws(',', nullif(endpoints_to_wake(), ''), endpoints), true
    );
  end if;
end $$;

/* Whether an endpoint of one of the organisations takes any events. */
create or replace function has_listeners(organizations text[]) returns boolean
language sql stable as $$
  select exists (
    select from webhook_endpoints as target
    where target.organization_id = any (organizations) and target.takes_events
  )
$$;

/* The endpoints that the current transaction is to wake: pairs of organisation and id. */
create or replace function endpoints_to_wake() returns text
language sql stable as $$ select current_setting('waypost.endpoints_to_wake', true) $$;

/*
 * Whether an event is one that an endpoint subscribed to. Events about an
 * endpoint itself go to others only: an endpoint that is down could not receive
 * that it is. An endpoint limited to some channels gets none of them.
 */
create or replace function wants_event(target webhook_endpoints, event_type text, event_channel text, event_body text)
returns boolean language sql stable as $$
  select (target.filter_types is null or event_type = any (target.filter_types))
    and (target.channels is null or event_channel is null or event_channel = any (target.channels))
    and (event_type not like 'endpoint.%'
      or target.channels is null and event_body::json ->> 'endpoint_id' <> target.id)
$$;
