/*
 * The order in which an organisation's log of events is read. Transactions commit in another order than they write in,
 * so each that writes events takes one position for each of their organisations, and holds a shared advisory lock,
 * keyed by the organisation and a position that is not higher, until it ends. Readers go no further than the lowest
 * position that is held for theirs, and so miss nothing that commits later. Nothing else holds them up: no other
 * organisation's transaction, and none of another database in the cluster.
 *
 * A writer locks what comes after the newest position before it takes its own, and a reader looks at the newest
 * position before it looks at the locks. A writer that is not among the locks yet can only take a position higher than
 * the newest that the reader saw.
 *
 * Positions are numbers of one sequence, whosever they are: within an organisation they have gaps.
 */

/*
 * The first half of the key of a lock that holds up the readers of all organisations: that of versions that know no
 * other. Theirs look for it alone, so it is taken by all. The second half is the low 32 bits of the position.
 */
create or replace function event_position_class() returns integer
language sql immutable parallel safe as $$ select 8485 $$;

/* The first half for one organisation: one of 65,536 numbers. Two organisations of one number hold each other up. */
create or replace function event_position_class(organization text) returns integer
language sql immutable parallel safe as $$ select (8485 << 16) | (hashtext(organization) & 65535) $$;

/*
 * The position of what the current transaction writes for an organisation: taken once for each, so that it holds one
 * lock for each, and one more. A position that was taken for another could be lower than what readers of this one
 * have passed.
 */
create or replace function event_position(organization text) returns bigint
language plpgsql as $$
declare
  -- local to the transaction: in the next one it is an empty text
  places jsonb := coalesce(nullif(current_setting('waypost.event_positions', true), ''), '{}');
  place bigint := places ->> organization;
  -- positions after the newest are held until the transaction ends
  next integer;
begin
  if place is null then
    next := (pg_sequence_last_value('event_log_position') + 1)::bit(32)::integer;
    if places = '{}' then
      perform pg_advisory_xact_lock_shared(event_position_class(), next);
    end if;
    perform pg_advisory_xact_lock_shared(event_position_class(organization), next);
    place := nextval('event_log_position');
    perform set_config('waypost.event_positions', (places || jsonb_build_object(organization, place))::text, true);
  end if;
  return place;
end $$;

/* The position for each of some organisations: an object by their ids. */
create or replace function event_positions(organizations text[]) returns jsonb
language plpgsql as $$
declare
  organization text;
  places jsonb := '{}';
begin
  foreach organization in array organizations loop
    places := places || jsonb_build_object(organization, event_position(organization));
  end loop;
  return places;
end $$;

/*
 * Below these positions no more events of the organisations will appear; at or above them they may. Call it in a
 * statement of its own, before the one that reads: only a snapshot taken afterwards sees what was committed meanwhile.
 */
create or replace function event_horizons(organizations text[])
returns table (organization_id text, horizon bigint)
language plpgsql as $$
declare
  newest bigint := pg_sequence_last_value('event_log_position');
begin
  return query
    with held as materialized (select open.class, open.place from open_event_positions(newest) as open)
    select wanted, coalesce(
      (select min(place) from held where class in (event_position_class(), event_position_class(wanted))), newest + 1
    )
    from unnest(organizations) as wanted;
end $$;

/*
 * For each open transaction that has written events: its process, and the lowest positions it may have written at, by
 * the first half of their keys. It holds up everybody's readers when that is all that it has locked: it is of a version
 * that knows no other, or about to lock its organisation's.
 */
create or replace function open_event_positions(newest bigint)
returns table (pid integer, class integer, place bigint)
language sql volatile as $$
  with held as (
    -- restores the whole position from its low 32 bits: the one nearest to the newest
    select held.pid, held.classid::bigint::integer as class,
      newest + (held.objid::bigint - newest)::bit(32)::integer as place
    from pg_locks as held
    where held.locktype = 'advisory' and held.granted and held.objsubid = 2
      and held.database = (select oid from pg_database where datname = current_database())
      and (held.classid = event_position_class()::oid
        or held.classid between (8485 << 16)::oid and ((8485 << 16) | 65535)::oid)
  )
  select pid, class, place from held
  where class <> event_position_class()
    or not exists (select from held as own where own.pid = held.pid and own.class <> event_position_class())
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
