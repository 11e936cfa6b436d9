/*
 * The queue of an organisation's long jobs, of which one runs at a time: those of one organisation leave room for
 * another's, however many there are.
 */
create or replace function long_jobs_of(organization text) returns text
language sql immutable as $$ select 'long_jobs:' || organization $$;

/* Notifies a daemon that a lane of a paired number, whose session it holds, has work. */
create or replace function tell_gateway(daemon text, organization text, lane_kind text, lane text) returns void
language sql as $$
  select pg_notify('waypost_web_lane', json_build_object(
    'organizationId', organization, 'kind', lane_kind, 'laneId', lane, 'daemon', daemon)::text)
$$;

/*
 * Wakes a lane in the caller's transaction. A lane that sleeps gets a job; any
 * number of wake-ups collapse into one. If it is a paired number's, the daemon
 * that holds its session is notified, too, at once: that one may run no jobs. The
 * daemon that drains a lane is woken at the commit by a notification, which
 * costs a fraction of a job, and cannot let go of the lane without looking
 * again: `woken` says so, and nobody takes that back before the commit. The
 * `caller`, a daemon that will look at the lane once it is committed, is not notified
 * of a lane that it drains itself. Who
 * changes hands of a lane locks its row for update; who wakes or drains it takes
 * weaker locks, which don't wait for each other.
 */
create or replace function wake_lane(organization text, lane_kind text, lane text, caller text default null) returns void
language plpgsql as $$
declare
  payload json := json_build_object('organizationId', organization, 'kind', lane_kind, 'laneId', lane);
  drained_by text;
begin
  loop
    select owner into drained_by from lanes
    where organization_id = organization and kind = lane_kind and lane_id = lane and owner is not null and woken
    for key share;
    exit when found;
    -- written once a drain: the next caller finds it so
    update lanes set woken = true
    where organization_id = organization and kind = lane_kind and lane_id = lane and owner is not null and not woken
    returning owner into drained_by;
    exit when found;
    if not exists (
      select from lanes
      where organization_id = organization and kind = lane_kind and lane_id = lane and owner is not null
    ) then
      perform graphile_worker.add_job(
        'lane', payload, max_attempts => 1000, job_key => 'lane:' || lane_kind || ':' || lane
      );
      perform tell_gateway(session.owner, organization, lane_kind, lane) from web_sessions as session
      where lane_kind in ('channel', 'media') and session.organization_id = organization
        and session.channel_id = lane and session.owner is not null and session.lease_until > now();
      return;
    end if;
  end loop;
  if drained_by is distinct from caller then
    perform pg_notify('waypost_lane_woken', payload::text);
  end if;
end $$;

/*
 * Plans the next look at a lane that has nothing due. A wake-up that came
 * meanwhile is due at once and stays so. Only the lane's owner may call it,
 * before it lets go of the lane: that is why any planned job of the lane is
 * older than what the owner has just read.
 */
create or replace function plan_lane(organization text, lane_kind text, lane text, at timestamptz)
returns void language sql as $$
  select graphile_worker.add_job(
    'lane',
    json_build_object('organizationId', organization, 'kind', lane_kind, 'laneId', lane),
    run_at => at,
    max_attempts => 1000,
    job_key => 'lane:' || lane_kind || ':' || lane,
    job_key_mode => 'preserve_run_at'
  )
$$;
