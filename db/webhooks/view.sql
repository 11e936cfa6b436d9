-- The one view of deliveries. What reads them need not know that a row may stand for a bundle: see bundled-rows.sql.

/*
 * The deliveries that a row stands for: itself, or those of a bundle. One `select` for both: with a `union all`,
 * Postgres 18 can't plan a join of a partitioned table with what this makes of its rows ("variable not found in subplan
 * target list").
 */
create or replace function each_delivery(stored deliveries)
returns table (
  organization_id text, id text, endpoint_id text, event_id text, event_type text, status text, attempt integer,
  trigger text, replay_id text, response_status integer, response_body text, error text, duration_ms integer,
  next_attempt_at timestamptz, created_at timestamptz, finished_at timestamptz
)
language sql stable as $$
  select stored.organization_id, one.id, stored.endpoint_id, coalesce(one.event_id, stored.event_id),
    coalesce(one.event_type, stored.event_type),
    case when stored.bundle_ids is null then stored.status
      when one.duration_ms is null then 'pending' else 'succeeded' end,
    stored.attempt, stored.trigger, stored.replay_id,
    coalesce(one.response_status, stored.response_status), coalesce(one.response_body, stored.response_body),
    stored.error, coalesce(one.duration_ms, stored.duration_ms), stored.next_attempt_at, stored.created_at,
    coalesce(one.finished_at, stored.finished_at)
  from unnest(
    coalesce(stored.bundle_ids, array[stored.id]), stored.bundle_event_ids, stored.bundle_event_types,
    stored.bundle_response_statuses, stored.bundle_response_bodies, stored.bundle_durations_ms,
    stored.bundle_finished_at
  ) as one (id, event_id, event_type, response_status, response_body, duration_ms, finished_at)
$$;

/* How many deliveries a row stands for. */
create or replace function size_of_row(stored deliveries) returns integer
language sql immutable parallel safe as $$
  select coalesce(cardinality(stored.bundle_ids), 1)
$$;

/* The row that stands for a delivery. */
create or replace function row_of_delivery(organization text, delivery text) returns setof deliveries
language sql stable as $$
  select * from deliveries as stored
  where stored.organization_id = organization and stored.id in (delivery, bundle_of(delivery))
    and delivery = any (coalesce(stored.bundle_ids, array[stored.id]))
  -- always a look-up by key, whatever the statistics say
  limit 1
$$;

/* The event and the attempt of a delivery, by its place in its row: a lane reads those of a bundle one by one. */
create or replace function event_of_delivery(organization text, delivery text)
returns table (event_id text, event_type text, attempt integer, trigger text)
language sql stable as $$
  select coalesce(stored.bundle_event_ids[place], stored.event_id),
    coalesce(stored.bundle_event_types[place], stored.event_type), stored.attempt, stored.trigger
  from row_of_delivery(organization, delivery) as stored
  cross join lateral array_position(stored.bundle_ids, delivery) as place
$$;

/*
 * All attempts to deliver an event. Those that were made together with it have its time in their ids, so that no index
 * has to name the event; those that were made later, again or on request, are found by an index of such alone. None is
 * older than its event.
 */
create or replace function deliveries_of_event(organization text, event text)
returns table (
  organization_id text, id text, endpoint_id text, event_id text, event_type text, status text, attempt integer,
  trigger text, replay_id text, response_status integer, response_body text, error text, duration_ms integer,
  next_attempt_at timestamptz, created_at timestamptz, finished_at timestamptz
)
language sql stable as $$
  select known.* from deliveries as together
  cross join lateral each_delivery(together) as known
  where together.organization_id = organization and known.event_id = event
    and together.id >= 'dlv_' || substr(event, 5, 10) and together.id < 'dlv_' || substr(event, 5, 10) || 'Z'
    and (together.event_id = event or together.bundle_event_ids @> array[event])
  union all
  select known.* from deliveries as later
  cross join lateral each_delivery(later) as known
  where later.organization_id = organization and later.event_id = event
    and later.id >= 'dlv_' || substr(event, 5, 10)
    -- written out as the index has it
    and substr(later.id, 5, 10) <> substr(later.event_id, 5, 10)
$$;
