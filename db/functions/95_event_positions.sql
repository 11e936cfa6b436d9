/*
 * The order in which the log of events is read. A position is the id of the
 * transaction that wrote the event: transactions commit in another order than
 * they write in, but whatever lies below the oldest one that is still running
 * is final, and nothing will ever be added there. Readers go no further than
 * that horizon, and so miss nothing that commits later.
 */

/* The position of what the current transaction writes. */
create or replace function event_position() returns bigint
language sql volatile as $$
  select pg_current_xact_id()::text::bigint + shift from event_positions
$$;

/* Events below it are final; those at or above it may still become more. */
create or replace function event_horizon() returns bigint
language sql stable as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift from event_positions
$$;

/*
 * Keeps positions growing in a database that was copied into another cluster,
 * by pg_dump for example, whose transaction ids start lower. To be called
 * before anything is written there; true when it had to.
 */
create or replace function continue_event_positions() returns boolean
language plpgsql as $$
declare
  newest bigint;
begin
  perform from event_positions for update;
  select max(last.position) into newest
  from organizations as organization
  cross join lateral (
    select event.position from events as event
    where event.organization_id = organization.organization_id
    order by event.position desc, event.id desc limit 1
  ) as last;
  update event_positions set shift = newest + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  where newest >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shift;
  return found;
end $$;
