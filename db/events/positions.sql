/*
 * The order in which the log of events is read. Transactions commit in another
 * order than they write in, so each transaction that writes events takes one
 * position, and holds a shared advisory lock, keyed by a position that is not
 * higher, until it ends. Readers go no further than the lowest position that is
 * held, and so miss nothing that commits later. Nothing else holds them up: no
 * other transaction of this database or of another one in the cluster.
 *
 * A writer locks what comes after the newest position before it takes its own,
 * and a reader looks at the newest position before it looks at the locks. A
 * writer that is not among the locks yet can only take a position higher than
 * the newest that the reader saw.
 */

/* The first half of the keys of those locks; the second half is the low 32 bits of the position. */
create or replace function event_position_class() returns integer
language sql immutable parallel safe as $$ select 8485 $$;

/* The position of what the current transaction writes: taken once a transaction, so that it holds one lock. */
create or replace function event_position() returns bigint
language plpgsql as $$
declare
  -- local to the transaction: in the next one it is an empty text
  place bigint := nullif(current_setting('waypost.event_position', true), '')::bigint;
begin
  if place is null then
    perform pg_advisory_xact_lock_shared(
      event_position_class(), (pg_sequence_last_value('event_log_position') + 1)::bit(32)::integer
    );
    place := nextval('event_log_position');
    perform set_config('waypost.event_position', place::text, true);
  end if;
  return place;
end $$;

/*
 * Below this position no more events will appear; at or above it they may. Call
 * it in a statement of its own, before the one that reads: only a snapshot
 * taken afterwards sees what was committed meanwhile.
 */
create or replace function event_horizon() returns bigint
language plpgsql as $$
declare
  newest bigint := pg_sequence_last_value('event_log_position');
begin
  return coalesce((select min(place) from open_event_positions(newest)), newest + 1);
end $$;

/* For each open transaction that has written events: its process, and the lowest position it may have written at. */
create or replace function open_event_positions(newest bigint) returns table (pid integer, place bigint)
language sql volatile as $$
  -- restores the whole position from its low 32 bits: the one nearest to the newest
  select held.pid, newest + (held.objid::bigint - newest)::bit(32)::integer
  from pg_locks as held
  where held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid = event_position_class()::oid
$$;

/*
 * Keeps positions growing when the sequence lags behind the tables, as after a
 * restore of the tables alone. Call it before anything is written; true when
 * the sequence had to be moved.
 */
create or replace function continue_event_positions() returns boolean
language plpgsql as $$
declare
  newest bigint;
begin
  -- two at once could set the sequence back
  perform pg_advisory_xact_lock(hashtext('waypost.event_positions'));
  select max(last.position) into newest
  from organizations as organization
  cross join lateral (
    select event.position from events as event
    where event.organization_id = organization.organization_id
    order by event.position desc, event.id desc limit 1
  ) as last;
  if newest > pg_sequence_last_value('event_log_position') then
    perform setval('event_log_position', newest);
    return true;
  end if;
  return false;
end $$;
