/*
 * All attempts to deliver an event. Those that were made together with it have its time in their ids, so that no index
 * has to name the event; those that were made later, again or on request, are found by an index of such alone. None is
 * older than its event.
 */
create or replace function deliveries_of_event(organization text, event text) returns setof deliveries
language sql stable as $$
  select * from deliveries as together
  where together.organization_id = organization and together.event_id = event
    and together.id >= 'dlv_' || substr(event, 5, 10) and together.id < 'dlv_' || substr(event, 5, 10) || 'Z'
  union all
  select * from deliveries as later
  where later.organization_id = organization and later.event_id = event
    and later.id >= 'dlv_' || substr(event, 5, 10)
    -- written out as the index has it
    and substr(later.id, 5, 10) <> substr(later.event_id, 5, 10)
$$;
