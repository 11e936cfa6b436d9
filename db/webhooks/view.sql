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
