/* Wakes a lane now, in the caller's transaction. Any number of wake-ups collapse into one job. */
create or replace function wake_lane(organization text, lane_kind text, lane text)
returns void language sql as $$
  select graphile_worker.add_job(
    'lane',
    json_build_object('organizationId', organization, 'kind', lane_kind, 'laneId', lane),
    max_attempts => 1000,
    job_key => 'lane:' || lane_kind || ':' || lane
  )
$$;

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
