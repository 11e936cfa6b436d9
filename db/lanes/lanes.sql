/* What is due first in each lane in which something waits. Walks from lane to lane on the index, however many items each has. */
create or replace function first_of_each_lane() returns setof lane_items
language sql stable as $$
  with recursive waiting as (
    (select lane_id from lane_items where state <> 'sending' order by lane_id limit 1)
    union all
    select (
      select item.lane_id from lane_items as item
      where item.state <> 'sending' and item.lane_id > waiting.lane_id
      order by item.lane_id limit 1
    ) from waiting where waiting.lane_id is not null
  )
  select first.*
  from waiting
  cross join lateral (
    select * from lane_items as item
    where item.state <> 'sending' and item.lane_id = waiting.lane_id
    order by item.due_at limit 1
  ) as first
$$;

/*
 * Lanes in which something has been due for so long, and could go, but on which
 * no daemon works. Not those of a paired number that is not connected, or of
 * what is paused.
 */
create or replace function unattended_lanes(age interval)
returns table (organization_id text, kind text, lane_id text, due_at timestamptz)
language sql stable as $$
  select first.organization_id, first.kind, first.lane_id, first.due_at
  from first_of_each_lane() as first
  left join lanes as lane
    on lane.organization_id = first.organization_id and lane.kind = first.kind and lane.lane_id = first.lane_id
  where first.due_at < now() - age
    and not exists (select from daemons where id = lane.owner)
    and (lane.paused_until is null or lane.paused_until < now())
    and not exists (
      select from channels as channel
      where channel.organization_id = first.organization_id and channel.id = first.lane_id
        and first.kind = 'channel' and (channel.settings ->> 'paused')::boolean
    )
    and not exists (
      select from webhook_endpoints as endpoint
      where endpoint.organization_id = first.organization_id and endpoint.id = first.lane_id
        and (not endpoint.enabled or endpoint.resumes_at > now())
    )
    and not exists (
      select from web_sessions as session
      where session.organization_id = first.organization_id and session.channel_id = first.lane_id
        and (session.owner is null or session.lease_until < now())
    )
$$;

/*
 * Takes a lane for a daemon. True when it is that daemon's now. When another
 * living daemon owns it, that one is told to look again before it lets go. The
 * lane of a paired number is only for the daemon that holds its session.
 */
create or replace function claim_lane(organization text, lane_kind text, lane text, daemon text) returns boolean
language plpgsql as $$
declare
  taken boolean;
begin
  if not may_drain(organization, lane_kind, lane, daemon) then
    return false;
  end if;
  -- ownership is worth nothing after a crash of Postgres: not waited for on disk
  perform set_config('synchronous_commit', 'off', true);
  insert into lanes (organization_id, kind, lane_id) values (organization, lane_kind, lane) on conflict do nothing;
  perform lock_lane(organization, lane_kind, lane);
  update lanes set
    woken = lanes.owner is distinct from daemon and lanes.owner is not null,
    owner = coalesce(lanes.owner, daemon)
  where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
  returning lanes.owner = daemon into taken;
  if taken then
    perform recover_lane(organization, lane_kind, lane);
  end if;
  return taken;
end $$;

/* Waits until nobody wakes a lane or works on it in a transaction that is open, and keeps others from it. */
create or replace function lock_lane(organization text, lane_kind text, lane text) returns void
language plpgsql as $$
begin
  perform from lanes where organization_id = organization and kind = lane_kind and lane_id = lane for update;
end $$;

/* How long a send without a known outcome waits for its status; set per session by the daemon. */
create or replace function outcome_grace() returns interval
language sql stable as $$
  select make_interval(secs => coalesce(nullif(current_setting('waypost.outcome_grace_seconds', true), ''), '60')::integer)
$$;

/* Fails unless a daemon owns a lane; it then owns it until the end of the transaction. The fence against a late daemon. */
create or replace function require_lane(organization text, lane_kind text, lane text, daemon text) returns void
language plpgsql as $$
begin
  perform from lanes
  where organization_id = organization and kind = lane_kind and lane_id = lane and owner = daemon
  for key share;
  if not found then
    raise exception 'lane % is not owned by daemon %', lane, daemon;
  end if;
end $$;

/* How long the sends of a channel wait for a lost outcome. */
create or replace function grace_of(organization text, channel text) returns interval
language sql stable as $$
  select case known.platform when 'whatsapp_unofficial' then interval '0' else outcome_grace() end
  from channels as known where known.organization_id = organization and known.id = channel
$$;

/*
 * Calls that a daemon left behind when it died: their outcome is unknown. A
 * message whose status shows that the provider has it is done; another waits
 * for its status, except on paired numbers, where the same message is sent
 * again under the same id. It waits from now on: a status may have come while
 * nobody was there to hear it, and a daemon that was only cut off from the
 * database still has the result. A delivery is simply made again, since its id
 * lets the receiver drop a second copy, and so is the fetching of a file, each
 * time a little later: it may be what the daemon dies of.
 */
create or replace function recover_lane(organization text, lane_kind text, lane text) returns void
language sql as $$
  update lane_items set
    state = case lane_kind when 'channel' then 'unknown' else 'queued' end,
    held = lane_kind = 'channel',
    expires_at = case lane_kind when 'channel' then end_of(expires_at, due_at) end,
    due_at = case lane_kind
      when 'channel' then now() + grace_of(organization, lane)
      when 'media' then now() + (attempt - 1) * interval '10 seconds'
      else now()
    end
  where lane_id = lane and state = 'sending' and organization_id = organization and kind = lane_kind
$$;

/* Lets go of a lane unless work arrived meanwhile; false means: look again. */
create or replace function release_lane(organization text, lane_kind text, lane text, daemon text) returns boolean
language plpgsql as $$
declare
  still_woken boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_lane(organization, lane_kind, lane);
  update lanes set owner = case when lanes.woken then lanes.owner end, woken = false
  where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
    and lanes.owner = daemon
  returning lanes.owner is not null into still_woken;
  return not coalesce(still_woken, false);
end $$;

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
    where heartbeat_at < now() - interval '30 seconds'
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
 * row of their daemon when its last words got lost. A daemon tells of a new
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
      update lanes set owner = null, woken = false
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
      and classid = 8484 and objid = (session_key(daemon)::bigint & 4294967295)::oid
  )
$$;
