/* Writes that a daemon is alive; `about` is what TypeScript calls a `Beat`. */
create or replace function beat(daemon text, about json) returns void
language sql as $$
  insert into daemons (id, roles, worker_pools, version, functions, newest_migration)
  select daemon, roles, "workerPools", version, functions, "newestMigration"
  from json_to_record(about) as given (
    roles text[], "workerPools" text[], version text, functions text, "newestMigration" text
  )
  on conflict (id) do update set
    roles = excluded.roles, worker_pools = excluded.worker_pools, version = excluded.version,
    functions = excluded.functions, newest_migration = excluded.newest_migration, heartbeat_at = now()
$$;

/*
 * Removes daemons that are gone and frees what they had taken. A daemon is
 * gone when it was silent for long, or silent for a moment with its session
 * closed (it holds an advisory lock on its id). Returns their ids. What another
 * transaction holds is left for the next sweep, so that one that is stuck holds
 * up nobody.
 */
create or replace function sweep_daemons() returns setof text
language plpgsql as $$
declare
  gone text[];
  pools text[];
begin
  if not pg_try_advisory_xact_lock(hashtext('waypost.sweep')) then
    return;
  end if;
  with silent as (
    select id from daemons
    where heartbeat_at < now() - daemon_silence()
      or (heartbeat_at < now() - interval '2 seconds' and not holds_session(id))
    for update skip locked
  ), removed as (
    delete from daemons using silent where daemons.id = silent.id
    returning daemons.id, daemons.worker_pools
  )
  select array_agg(distinct removed.id), array_agg(pool) into gone, pools
  from removed left join lateral unnest(removed.worker_pools) as pool on true;
  perform free_abandoned(pools);
  return query select unnest(gone);
end $$;

/* A daemon leaves: in one statement its row goes and all that it held is free. */
create or replace function leave_daemon(daemon text) returns void
language plpgsql as $$
declare
  pools text[];
begin
  delete from daemons where id = daemon returning worker_pools into pools;
  perform free_abandoned(pools);
end $$;

/*
 * Frees lanes and paired numbers whose owner has no row in `daemons`, however
 * that came about, and the jobs that these pools of workers hold.
 */
create or replace function free_abandoned(pools text[]) returns void
language plpgsql as $$
begin
  perform set_config('lock_timeout', '100ms', true);
  if pools is not null then
    begin
      perform graphile_worker.force_unlock_workers(pools);
    exception when lock_not_available then null; -- unlock_abandoned_jobs follows
    end;
  end if;
  begin
    perform free_abandoned_sessions();
  exception when lock_not_available then null;
  end;
  perform free_abandoned_lanes();
end $$;

/*
 * Frees the jobs of workers that no daemon knows as its own: jobs outlive the
 * row of their daemon when its last write got lost. A daemon names a new
 * pool at its next heartbeat, hence the minute.
 */
create or replace function unlock_abandoned_jobs() returns void
language plpgsql as $$
declare
  pools text[] := array(
    select distinct job.locked_by from graphile_worker.jobs as job
    where job.locked_at < now() - interval '1 minute'
      and job.locked_by not in (select unnest(worker_pools) from daemons)
  );
begin
  perform set_config('lock_timeout', '100ms', true);
  if cardinality(pools) > 0 then
    perform graphile_worker.force_unlock_workers(pools);
  end if;
exception when lock_not_available then null;
end $$;

/*
 * Frees the jobs that a living daemon has taken without knowing it, because the answer with them was lost together
 * with its connection. It knows all that it received within a minute. The job runner has no function for this: it
 * is what its `force_unlock_workers` does, for some jobs of a worker.
 */
create or replace function unlock_unheard_jobs(pools text[], held bigint[]) returns void
language sql as $$
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = any (pools) and locked_at < now() - interval '1 minute' and id <> all (held);

  update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
  where locked_by = any (pools) and locked_at < now() - interval '1 minute'
    and not exists (
      select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id and job.locked_by is not null
    )
$$;

/* Frees the lanes whose owner has no row in `daemons`, and wakes them. */
create or replace function free_abandoned_lanes() returns void
language plpgsql as $$
declare
  gone text[] := array(
    select owner from lane_owners() as owner where not exists (select from daemons where id = owner)
  );
  lane record;
begin
  for lane in
    select organization_id, kind, lane_id from lanes where owner = any (gone)
    -- endpoints last, as everywhere
    order by kind = 'endpoint', kind, lane_id
    for update skip locked
  loop
    begin
      update lanes set owner = null
      where organization_id = lane.organization_id and kind = lane.kind and lane_id = lane.lane_id;
      perform wake_lane(lane.organization_id, lane.kind, lane.lane_id);
    exception when lock_not_available then null;
    end;
  end loop;
end $$;

/* Everybody who owns a lane. Walks from owner to owner on the index, however many lanes each has. */
create or replace function lane_owners() returns setof text
language sql stable as $$
  with recursive owners as (
    (select owner from lanes where owner is not null order by owner limit 1)
    union all
    select (select lane.owner from lanes as lane where lane.owner > owners.owner order by lane.owner limit 1)
    from owners where owners.owner is not null
  )
  select owner from owners where owner is not null
$$;

/* The advisory lock key of a daemon, held by its listening session while it lives. */
create or replace function session_key(daemon text) returns integer
language sql immutable as $$ select hashtext('waypost.daemon.' || daemon) $$;

/* Whether a daemon's listening session is connected. */
create or replace function holds_session(daemon text) returns boolean
language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
      and classid = daemon_lock_class() and objid = (session_key(daemon)::bigint & 4294967295)::oid
  )
$$;
