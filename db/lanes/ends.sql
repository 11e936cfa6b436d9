-- Items that wait for a deleted channel or endpoint are ended by a job, piece by piece, however many there are.

/* Plans that job, in so many milliseconds. Any number of calls collapse into one job. It lets the jobs that wake lanes go first. */
create or replace function plan_lane_end(
  organization text, lane_kind text, lane text, milliseconds double precision default 0
) returns void language sql as $$
  select graphile_worker.add_job(
    'end_lane',
    json_build_object('organizationId', organization, 'kind', lane_kind, 'laneId', lane),
    run_at => after_milliseconds(milliseconds),
    max_attempts => 1000,
    priority => 10,
    queue_name => long_jobs_of(organization),
    job_key => 'end_lane:' || lane_kind || ':' || lane
  )
$$;

/*
 * Ends the next items of such a lane, at most so many, in one transaction.
 * Returns the next action: step, wait (the rest is in progress)
 * or nothing.
 */
create or replace function end_lane_items(organization text, lane_kind text, lane text, most integer) returns text
language plpgsql as $$
declare
  ended integer := case lane_kind
    when 'channel' then cancel_channel_sends(organization, lane, most)
    when 'endpoint' then clear_endpoint_lane(organization, lane, most)
  end;
begin
  return case
    when ended >= most then 'step'
    when exists (select from lane_items where lane_id = lane and kind = lane_kind) then 'wait'
    else 'nothing'
  end;
end $$;
