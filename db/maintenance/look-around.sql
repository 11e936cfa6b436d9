/*
 * One look of a daemon, in one transaction: it says that it is alive, and finds what no notification says, or might have
 * said in vain. `sweeps`: removes daemons that are gone. `patiently`: looks for lost wake-ups, too, frees the jobs that
 * nobody runs (of its own, those that are not `held_jobs`), and reads what seldom changes. `asked_platforms`: those whose
 * channels have to be checked; null finds nothing that is due, which takes long where much waits. What was not looked for
 * is null. Waits for nobody.
 */
create or replace function look_around(
  daemon text, about json, held_jobs bigint[], asked_platforms text[], sweeps boolean, patiently boolean
) returns json language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  gone text[] := '{}';
  due json;
  due_from timestamptz;
begin
  perform beat(daemon, about);
  if sweeps then
    gone := array(select sweep_daemons());
  end if;
  if patiently then
    perform note_copy();
    perform unlock_abandoned_jobs();
    perform unlock_unheard_jobs(array(select json_array_elements_text(about -> 'workerPools')), held_jobs);
  end if;
  if asked_platforms is not null then
    due_from := clock_timestamp();
    due := find_due(asked_platforms);
  end if;
  return json_build_object(
    'gone', gone,
    'owned', (select coalesce(json_agg(lane_key(lane.organization_id, lane.kind, lane.lane_id)), '[]')
      from lanes as lane where lane.owner = daemon),
    'inbound', exists (select from provider_webhooks where error is null),
    'jobs', exists (select from graphile_worker._private_jobs where is_available and run_at <= now()),
    'sessions', exists (
      select from web_sessions as session
      where session.owner is not null and session.lease_until < now()
        or session.owner is null and session.wanted <> 'off' and session.next_attempt_at <= now()
          and not is_left_alone(session.organization_id, session.channel_id)
    ),
    'newestEvent', coalesce(pg_sequence_last_value('event_log_position'), 0),
    'earlierMessages', exists (select from message_search_places where earlier_than is not null),
    'due', due,
    'dueMs', coalesce(extract(epoch from clock_timestamp() - due_from) * 1000, 0),
    'overdue', case when patiently then (
      select coalesce(json_agg(lane_key(lost.organization_id, lost.kind, lost.lane_id)), '[]')
      from (select * from unattended_lanes(interval '10 seconds') limit 100) as lost
    ) end,
    'limits', case when patiently then (
      select coalesce(json_object_agg(organization_id, requests_per_second), '{}') from organizations
      where requests_per_second is not null
    ) end
  );
end $$;

/* A lane as TypeScript has it. */
create or replace function lane_key(organization text, lane_kind text, lane text) returns json
language sql immutable as $$
  select json_build_object('organizationId', organization, 'kind', lane_kind, 'laneId', lane)
$$;

/*
 * The organisations in which something happened after the last look for one of their browsers that may be looked after
 * again now. Events of a day ago and before are worth no notification.
 */
create or replace function pushes_due() returns setof text
language sql stable as $$
  select own.organization_id
  from (
    select organization_id, min(position) as position from push_subscriptions
    where next_at <= now() group by organization_id
  ) as own
  where own.position < coalesce(pg_sequence_last_value('event_log_position'), 0)
    and exists (
      select from events
      where organization_id = own.organization_id and events.position > own.position
        and id > 'evt_' || ulid_time(now() - interval '1 day')
    )
$$;

/* Due work without a notification; what is not listed is certainly not due. */
create or replace function find_due(platforms text[]) returns json
language sql stable as $$
  select json_build_object(
    -- the first of a priority is due before all that end a day after they were due
    'ends', exists (select from lane_items where expires_at <= now() and state <> 'sending')
      or exists (
        select from first_of_each_priority() as first
        where first.kind = 'channel' and first.due_at <= now() - usual_life()
      ),
    'revisions', exists (select from early_revisions where created_at >= now() - late_revision()),
    'checks', exists (
      select from channels
      where platform = any (platforms) and deleted_at is null and check_at <= now() and sandbox = in_sandbox()
    ),
    'snoozes', exists (select from conversations where snoozed_until <= now()),
    'holds', exists (select from conversations where held_until <= now()),
    'approvals', exists (select from approvals where status = 'waiting' and expires_at <= now()),
    'pushes', exists (select from pushes_due()),
    'audit', exists (select from audit_waiting)
      or exists (select from audit_chains where position > signed_position and broken_at is null)
  )
$$;
