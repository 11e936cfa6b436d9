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
 * Whether it is a restored backup. A higher timeline alone is a failover, unless no daemon has looked for longer than that
 * takes.
 */
create or replace function is_restored(known database_copy) returns boolean
language sql stable as $$
  select known.oids <> own_oids()
    or coalesce(own_timeline() > known.timeline, false) and known.seen_at < now() - interval '5 minutes'
$$;

/*
 * Looks whether the database is a restored backup, before the first message is sent. Then what may have been sent since is
 * treated like what a daemon had begun when it died, approvals that wait are refused, and broadcasts wait for somebody who
 * resumes them. One call treats at most so many and is committed: `next` is where the next one begins ({} at first), null
 * when all is done. No row where nothing was restored, or all is treated: daemons that start together take turns, and
 * what one of them accepts afterwards is not doubted.
 */
create or replace function treat_restored(most integer, after text[])
returns table (at timestamptz, marked integer, failed integer, broadcasts integer, next text[])
language plpgsql as $$
#variable_conflict use_column
declare
  known database_copy;
  waiting record;
  gone integer;
  refused integer := 0;
begin
  insert into database_copy (oids, timeline) values (own_oids(), own_timeline()) on conflict do nothing;
  select * into known from database_copy for update;
  if not is_restored(known) then
    update database_copy set timeline = coalesce(own_timeline(), timeline), seen_at = now();
    return;
  end if;
  -- the figures of a restore before this one; those of its own earlier pieces stay
  update database_copy set restored_at = greatest(now(), seen_at + interval '1 microsecond'),
    marked = 0, failed = 0, broadcasts = 0
  where restored_at is null or restored_at <= seen_at;

  select * into waiting from doubt_waiting(most, after);
  gone := fail_doubtful(waiting.organizations, waiting.doubtful);
  if waiting.next is null then
    refused := refuse_approvals(most);
  end if;
  update database_copy set marked = marked + cardinality(waiting.doubtful) - gone, failed = failed + gone;
  if waiting.next is null and refused < most then
    update database_copy set oids = own_oids(), timeline = own_timeline(), seen_at = greatest(now(), restored_at),
      broadcasts = hold_broadcasts();
  else
    waiting.next := coalesce(waiting.next, after);
  end if;
  return query
    select restored_at, marked, failed, broadcasts, waiting.next from database_copy;
end $$;

/*
 * Writes down an attempt without an outcome for messages that may have been sent since the backup was made: those that
 * are due by now, or were held. Those that are scheduled for later can't have been. At most so many, after the last one of
 * the piece before; `next` is null when these are the last.
 */
create or replace function doubt_waiting(
  most integer, after text[], out organizations text[], out doubtful text[], out next text[]
) language plpgsql as $$
begin
  with waiting as (
    select organization_id, item_id from lane_items
    where kind = 'channel' and state = 'queued' and (held or due_at <= now())
      and (organization_id, item_id) > (coalesce(after[1], ''), coalesce(after[2], ''))
    order by organization_id, item_id
    limit most
    for update
  ), doubted as (
    update lane_items as item set state = 'unknown', attempt = attempt + 1, expires_at = end_of(expires_at, due_at)
    from waiting
    where item.organization_id = waiting.organization_id and item.item_id = waiting.item_id
    returning item.organization_id, item.item_id, item.attempt
  ), written as (
    insert into message_attempts (
      organization_id, message_id, attempt, daemon_id, started_at, finished_at, outcome, error
    )
    select organization_id, item_id::uuid, attempt, '', now(), now(), 'unknown', outcome_unknown('unknown_when_restored')
    from doubted
    on conflict do nothing
  )
  select coalesce(array_agg(organization_id order by organization_id, item_id), '{}'),
    coalesce(array_agg(item_id order by organization_id, item_id), '{}')
  into organizations, doubtful from doubted;
  if cardinality(doubtful) = most then
    next := array[organizations[most], doubtful[most]];
  end if;
end $$;

/* Fails those of channels that send at most once; how many that are. A platform that drops a second copy sends it again. */
create or replace function fail_doubtful(organizations text[], doubtful text[]) returns integer
language plpgsql as $$
declare
  changes message_change[];
begin
  with gone as (
    delete from lane_items as item using unnest(organizations, doubtful) as waiting (organization_id, item_id), channels as channel
    where item.organization_id = waiting.organization_id and item.item_id = waiting.item_id
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

/* Refuses sends that wait for an approval, at most so many: somebody may have approved them since. How many that are. */
create or replace function refuse_approvals(most integer) returns integer
language plpgsql as $$
declare
  decided event_input[];
begin
  with waiting as (
    select known.organization_id, known.id from approvals as known
    where known.status = 'waiting' and known.expires_at > now()
    order by known.expires_at
    limit most
    for update
  ), changed as (
    update approvals as known set status = 'refused', decided_at = now(), reason = words_of('approval_when_restored')
    from waiting
    where known.organization_id = waiting.organization_id and known.id = waiting.id
    returning known as approval
  )
  select array_agg(approval_event('approval.decided', changed.approval)) into decided from changed;
  perform emit_events(decided);
  return coalesce(cardinality(decided), 0);
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
