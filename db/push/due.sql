/*
 * The organisations in which something happened after the last look for one of their browsers that may be looked after
 * again now. Events of a day ago and before are worth no notification.
 */
create or replace function pushes_due() returns setof text
language sql stable as $$
  select own.organization_id
  from (
    select organization_id, min(position) as position from push_subscriptions
    where next_at <= now() group by organization_id
  ) as own
  where own.position < coalesce(pg_sequence_last_value('event_log_position'), 0)
    and exists (
      select from events
      where organization_id = own.organization_id and events.position > own.position
        and id > 'evt_' || ulid_time(now() - interval '1 day')
    )
$$;
