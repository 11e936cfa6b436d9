/*
 * Whether lanes of a kind hold files, which wait under the id of their channel's
 * messages. Compares an expression, of which there are no statistics. Those of
 * the column may be from when only files waited: messages would then be thought
 * rare, and all of a lane's be read and sorted to find the first.
 */
create or replace function holds_files(kind text) returns boolean
language sql immutable parallel safe as $$
  select kind || '' = 'media'
$$;

/*
 * What is due first of each priority in each lane in which something waits; with
 * `begun`, or in which a call has been begun. Walks from id to id on the index,
 * however many items each has. A channel's files wait in a lane of the same id:
 * they have an index of their own, and what is not a file is found by reading
 * past the files that are due before it.
 */
create or replace function first_of_each_priority(begun boolean default false) returns setof lane_items
language sql stable as $$
  with recursive waiting as (
    (select lane_id from lane_items order by lane_id limit 1)
    union all
    select (
      select item.lane_id from lane_items as item where item.lane_id > waiting.lane_id order by item.lane_id limit 1
    ) from waiting where waiting.lane_id is not null
  )
  select first.*
  from waiting
  cross join lateral (
    select item.* from priorities() as rank (priority)
    cross join lateral (
      select * from lane_items as known
      where (begun or known.state <> 'sending') and known.lane_id = waiting.lane_id
        and known.priority = rank.priority and not holds_files(known.kind)
      order by known.due_at limit 1
    ) as item
    union all
    (
      select * from lane_items as file
      where (begun or file.state <> 'sending') and file.lane_id = waiting.lane_id and file.kind = 'media'
      order by file.due_at limit 1
    )
  ) as first
$$;

/*
 * The items of a lane that were begun and are not over. No index has them, since each beginning would have to write it:
 * the whole lane is read.
 */
create or replace function begun_items(lane_kind text, lane text) returns setof lane_items
language sql stable as $$
  select * from lane_items as known
  where lane_kind <> 'media' and known.lane_id = lane and known.kind = lane_kind and known.state = 'sending'
  union all
  -- named outright: files have an index of their own, and messages wait under the same id
  select * from lane_items as file
  where lane_kind = 'media' and file.lane_id = lane and file.kind = 'media' and file.state = 'sending'
$$;

/*
 * Lanes in which something has been due for so long, and could go, but on which
 * no daemon works; also those in which something was begun that long ago, by a
 * daemon that lost the lane and then died: only a new owner makes that due again.
 * Not those of a paired number that is not connected, of what is paused, or of
 * channels that this daemon leaves alone.
 */
create or replace function unattended_lanes(age interval)
returns table (organization_id text, kind text, lane_id text, due_at timestamptz)
language sql stable as $$
  select distinct on (first.organization_id, first.kind, first.lane_id)
    first.organization_id, first.kind, first.lane_id, first.due_at
  from (
    -- items begun behind one that waits are not looked for: that one is due as well
    select item.organization_id, item.kind, item.lane_id,
      case item.state when 'sending' then item.started_at else item.due_at end as due_at
    from first_of_each_priority(begun => true) as item
  ) as first
  left join lanes as lane
    on lane.organization_id = first.organization_id and lane.kind = first.kind and lane.lane_id = first.lane_id
  where first.due_at < now() - age
    and not exists (select from daemons where id = lane.owner)
    and (lane.paused_until is null or lane.paused_until < now())
    and not exists (
      select from channels as channel
      where channel.organization_id = first.organization_id and channel.id = first.lane_id
        and (first.kind = 'channel' and (channel.settings ->> 'paused')::boolean or channel.sandbox <> in_sandbox())
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
  order by first.organization_id, first.kind, first.lane_id, first.due_at
$$;

/*
 * Takes a lane for a daemon. True when it is that daemon's now. When another
 * living daemon owns it, that one is notified to look again before it lets go. The
 * lane of a paired number is only for the daemon that holds its session; one
 * that does not lets go of it. Only for a daemon that does not drain the lane.
 */
create or replace function claim_lane(organization text, lane_kind text, lane text, daemon text) returns boolean
language plpgsql as $$
declare
  taken boolean;
  is_left boolean;
begin
  -- ownership is worth nothing after a crash of Postgres: not waited for on disk
  perform set_config('synchronous_commit', 'off', true);
  if not may_drain(organization, lane_kind, lane, daemon) then
    -- it may still be this daemon's from a drain that failed: the present holder of the number's session takes it up
    update lanes set owner = null
    where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
      and lanes.owner = daemon;
    return false;
  end if;
  insert into lanes (organization_id, kind, lane_id) values (organization, lane_kind, lane) on conflict do nothing;
  is_left := lock_lane(organization, lane_kind, lane);
  update lanes set
    woken = lanes.owner is distinct from daemon and lanes.owner is not null,
    owner = coalesce(lanes.owner, daemon),
    may_have_begun = true
  where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
  returning lanes.owner = daemon into taken;
  -- deliveries are not begun, and in the lanes of other kinds little waits.
  if taken and lane_kind <> 'endpoint' and (is_left or lane_kind <> 'channel') then
    perform recover_lane(organization, lane_kind, lane);
  end if;
  return taken;
end $$;

/*
 * Waits until nobody wakes a lane or works on it in a transaction that is open, and keeps others from it. Returns
 * whether calls may have been begun in it that are not over.
 */
create or replace function lock_lane(organization text, lane_kind text, lane text) returns boolean
language plpgsql as $$
begin
  return (
    select may_have_begun from lanes
    where organization_id = organization and kind = lane_kind and lane_id = lane
    for update
  );
end $$;

/* How long a send without a known outcome waits for its status; set per session by the daemon. */
create or replace function outcome_grace() returns interval
language sql stable as $$
  select make_interval(secs => coalesce(
    nullif(current_setting('waypost.outcome_grace_seconds', true), ''),
    pooled_setting('waypost.outcome_grace_seconds'),
    '60'
  )::integer)
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

/* How long the sends of a channel wait for a lost outcome: not at all where the platform drops a second copy. */
create or replace function grace_of(organization text, channel text) returns interval
language sql stable as $$
  select case when known.drops_copies then interval '0' else outcome_grace() end
  from channels as known where known.organization_id = organization and known.id = channel
$$;

/*
 * Calls that a daemon left behind when it died: their outcome is unknown. A
 * message whose status shows that the provider has it is done; another waits
 * for its status, unless the platform drops a second copy of it. It waits from
 * now on: a status may have come while nobody was there to hear it, and a daemon
 * that was only cut off from the database still has the result. A delivery is simply made again, since its id
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
  where organization_id = organization and state = 'sending' and item_id = any (array(
    select begun.item_id from begun_items(lane_kind, lane) as begun where begun.organization_id = organization
  ))
$$;

/*
 * Lets go of a lane unless work arrived meanwhile; false means: look again. `is_over` says that every call that was
 * begun is over, with its result written.
 */
create or replace function release_lane(organization text, lane_kind text, lane text, daemon text, is_over boolean)
returns boolean
language plpgsql as $$
declare
  still_woken boolean;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_lane(organization, lane_kind, lane);
  update lanes set
    owner = case when lanes.woken then lanes.owner end, woken = false, may_have_begun = lanes.woken or not is_over
  where lanes.organization_id = organization and lanes.kind = lane_kind and lanes.lane_id = lane
    and lanes.owner = daemon
  returning lanes.owner is not null into still_woken;
  return not coalesce(still_woken, false);
end $$;
