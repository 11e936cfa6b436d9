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
  for share;
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
 * again under the same id. A delivery is simply made again, since its id lets the receiver
 * drop a second copy, and so is the fetching of a file.
 */
create or replace function recover_lane(organization text, lane_kind text, lane text) returns void
language sql as $$
  update lane_items set
    state = case lane_kind when 'channel' then 'unknown' else 'queued' end,
    held = lane_kind = 'channel',
    due_at = case lane_kind when 'channel' then started_at + grace_of(organization, lane) else now() end
  where lane_id = lane and state = 'sending' and organization_id = organization and kind = lane_kind
$$;

/* Lets go of a lane unless work arrived meanwhile; false means: look again. */
create or replace function release_lane(organization text, lane_kind text, lane text, daemon text) returns boolean
language plpgsql as $$
declare
  still_woken boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  update lanes set owner = case when lanes.woken then lanes.owner end, woken = false
  where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
    and lanes.owner = daemon
  returning lanes.owner is not null into still_woken;
  return not coalesce(still_woken, false);
end $$;

/*
 * Frees what daemons that are gone had taken: their lanes, which are woken,
 * and their jobs. A daemon is gone when it was silent for long, or silent for
 * a moment with its session closed (it holds an advisory lock on its id).
 * Returns their ids.
 */
create or replace function sweep_daemons() returns setof text
language plpgsql as $$
declare
  gone record;
  lane record;
begin
  if not pg_try_advisory_xact_lock(hashtext('waypost.sweep')) then
    return;
  end if;
  for gone in
    delete from daemons
    where heartbeat_at < now() - interval '30 seconds'
      or (heartbeat_at < now() - interval '2 seconds' and not holds_session(id))
    returning id, worker_pools
  loop
    perform graphile_worker.force_unlock_workers(gone.worker_pools);
    for lane in
      update lanes set owner = null, woken = false where owner = gone.id
      returning organization_id, kind, lane_id
    loop
      perform wake_lane(lane.organization_id, lane.kind, lane.lane_id);
    end loop;
    return next gone.id;
  end loop;
end $$;

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
