-- Restored backups: they are found at a daemon's start, and what waits in them may have been sent since they were made.

/* The object ids of the database and of some of its tables. Neither a failover nor `pg_upgrade` changes them. */
create or replace function own_oids() returns oid[]
language sql stable as $$
  select array[
    (select oid from pg_database where datname = current_database()), 'database_copy'::regclass, 'lane_items'::regclass,
    'channels'::regclass, 'organizations'::regclass
  ]
$$;

/* The timeline that Postgres writes; null where the role or the service does not tell. */
create or replace function own_timeline() returns bigint
language plpgsql stable as $$
begin
  return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
exception when others then
  return null;
end $$;

/* Which database this is now. A running daemon says so now and then: a failover that it lived through restored nothing. */
create or replace function note_copy() returns void
language sql as $$
  update database_copy set timeline = coalesce(own_timeline(), timeline), seen_at = now()
  where seen_at < now() - interval '20 seconds' and oids = own_oids()
$$;

/*
 * Whether the database turned out to be a restored backup: before the first message is sent. Then what may have been sent
 * since is treated like what a daemon had begun when it died, and broadcasts wait for somebody who resumes them. A higher
 * timeline alone is a failover, unless no daemon has looked for longer than that takes.
 */
create or replace function find_restored() returns database_copy
language plpgsql as $$
declare
  known database_copy;
  doubtful text[];
begin
  insert into database_copy (oids, timeline) values (own_oids(), own_timeline()) on conflict do nothing;
  select * into known from database_copy for update;
  if known.oids = own_oids()
    and not (coalesce(own_timeline() > known.timeline, false) and known.seen_at < now() - interval '5 minutes') then
    update database_copy set timeline = coalesce(own_timeline(), timeline), seen_at = now();
    return null;
  end if;

  doubtful := doubt_waiting();
  update database_copy set oids = own_oids(), timeline = own_timeline(), seen_at = now(), restored_at = now(),
    failed = fail_doubtful(doubtful), broadcasts = hold_broadcasts()
  returning * into known;
  update database_copy set marked = cardinality(doubtful) - failed returning * into known;
  return known;
end $$;

/*
 * Writes down an attempt without an outcome for each message that may have been sent since the backup was made: those that
 * are due by now, or were held. Those that are scheduled for later can't have been. Returns their items.
 */
create or replace function doubt_waiting() returns text[]
language plpgsql as $$
declare
  doubtful text[];
begin
  with doubted as (
    update lane_items set state = 'unknown', attempt = attempt + 1, expires_at = end_of(expires_at, due_at)
    where kind = 'channel' and state = 'queued' and (held or due_at <= now())
    returning organization_id, item_id, attempt
  ), written as (
    insert into message_attempts (
      organization_id, message_id, attempt, daemon_id, started_at, finished_at, outcome, error
    )
    select organization_id, item_id::uuid, attempt, '', now(), now(), 'unknown', outcome_unknown('unknown_when_restored')
    from doubted
    on conflict do nothing
  )
  select coalesce(array_agg(item_id), '{}') into doubtful from doubted;
  return doubtful;
end $$;

/* Fails those of channels that send at most once; how many that are. A platform that drops a second copy sends it again. */
create or replace function fail_doubtful(doubtful text[]) returns integer
language plpgsql as $$
declare
  changes message_change[];
begin
  with gone as (
    delete from lane_items as item using channels as channel
    where item.kind = 'channel' and item.item_id = any (doubtful)
      and channel.organization_id = item.organization_id and channel.id = item.lane_id
      and channel.settings ->> 'delivery' = 'at_most_once' and not channel.drops_copies
    returning item.organization_id, item.item_id
  )
  select coalesce(array_agg(status_change(
    organization_id, item_id::uuid, 'failed', error => outcome_unknown('unknown_when_restored')
  )), '{}')
  into changes from gone;
  perform advance_messages(changes);
  return cardinality(changes);
end $$;

/* Pauses the broadcasts that ran, or would have begun since: they may have come to more people. How many that are. */
create or replace function hold_broadcasts() returns integer
language plpgsql as $$
declare
  one record;
  paused integer := 0;
begin
  for one in
    update broadcasts set status = 'paused', stopped_by = null, started_at = coalesce(started_at, now()), updated_at = now()
    where status = 'running' or status = 'scheduled' and starts_at <= now() or waits_for_budget(broadcasts)
    returning organization_id, id
  loop
    perform tell_broadcast(one.organization_id, one.id, 'broadcast.paused');
    paused := paused + 1;
  end loop;
  return paused;
end $$;
