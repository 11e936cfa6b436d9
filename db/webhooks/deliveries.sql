/*
 * The deliveries of an endpoint's lane that may be made now, oldest due first:
 * none while the endpoint is disabled or paused after failures, or another
 * daemon has the lane, and one at a time until a success has shown that it is back. `busy` are those that are out.
 */
create or replace function due_deliveries(
  organization text, endpoint text, daemon text, busy text[], most integer
)
returns table (
  id text, event_id text, event_type text, attempt integer, trigger text, body text, endpoint_version text
)
language plpgsql stable
-- a plan for the values of each look would be no better, and takes almost as long to make as the look
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select waiting.id, delivery.event_id, delivery.event_type, delivery.attempt, delivery.trigger, event.body,
      target.updated_at::text
    from webhook_endpoints as target
    cross join lateral (
      -- by the lane alone, whose ids are unique: one index, read in order, as far as the limit
      select one.id, one.place, due.due_at, due.position
      from lane_items as due
      cross join lateral unnest(deliveries_of(due)) with ordinality as one (id, place)
      where due.lane_id = target.id and due.priority = normal_priority() and due.state <> 'sending' and due.due_at <= now()
        -- hashed, unlike a comparison with all of an array
        and one.id not in (select unnest(busy))
      order by due.due_at, due.position, one.place
      limit case when is_probed(target) then least(most, greatest(1 - cardinality(busy), 0)) else most end
    ) as waiting
    left join lateral event_of_delivery(organization, waiting.id) as delivery on true
    -- lateral with a limit: always a look-up by key; joined, all of the organisation were read where statistics lack
    left join lateral (
      select known.body from events as known
      where known.organization_id = organization and known.id = delivery.event_id
      limit 1
    ) as event on true
    where target.organization_id = organization and target.id = endpoint and target.enabled
      and (target.resumes_at is null or target.resumes_at <= now())
      and exists (
        select from lanes
        where lanes.organization_id = organization and lanes.kind = 'endpoint' and lanes.lane_id = endpoint
          and lanes.owner = daemon
      )
    order by waiting.due_at, waiting.position, waiting.place;
end $$;

/*
 * Which deliveries may be made at this very moment; they are not marked, since
 * a delivery that a dead daemon left behind is simply made again. Fails when the
 * daemon does not own the lane.
 */
create or replace function start_deliveries(organization text, endpoint text, daemon text, delivery_ids text[])
returns setof text language plpgsql stable as $$
begin
  if not exists (
    select from lanes
    where organization_id = organization and kind = 'endpoint' and lane_id = endpoint and owner = daemon
  ) then
    raise exception 'lane % is not owned by daemon %', endpoint, daemon;
  end if;
  return query
    select wanted.id
    from webhook_endpoints as target
    cross join unnest(delivery_ids) with ordinality as wanted (id, place)
    where target.organization_id = organization and target.id = endpoint and target.enabled
      and (target.resumes_at is null or target.resumes_at <= now())
      and (wanted.place = 1 or not is_probed(target));
end $$;

/*
 * Writes the results of deliveries of one endpoint. Each: id, status
 * (succeeded, failed, exhausted, or pending: interrupted, made again at once),
 * response_status, response_body, error, duration_ms, retry_after (until the
 * next attempt, if there is one), rest (how long the endpoint wants to be
 * left alone), these in milliseconds. A failed one gets a new pending delivery
 * for its next attempt, which takes its place in the lane. The endpoint's row
 * is locked first, as in delete_endpoint.
 */
create or replace function finish_deliveries(organization text, endpoint text, results json) returns void
language plpgsql
-- everything is looked up by key: a plan for the values of one batch would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
declare
  known boolean;
  failing boolean;
  troubled boolean;
  done text[];
  by_id jsonb;
  succeeded text[];
  exhausted text[];
begin
  -- what a crash of Postgres takes back is delivered once more: nothing to wait for the disk for
  perform set_config('synchronous_commit', 'off', true);
  select failing_since is not null into failing
  from webhook_endpoints where organization_id = organization and id = endpoint
  for no key update;
  known := found;

  select array_agg(result ->> 'id'), jsonb_object_agg(result ->> 'id', result), bool_or(result ->> 'status' <> 'succeeded')
  into done, by_id, troubled
  from jsonb_array_elements(results::jsonb) as result
  where result ->> 'status' <> 'pending';

  perform remove_deliveries(organization, done);
  perform finish_bundled(organization, done, by_id);

  -- rows by an array of keys, values by key: a join would be planned by statistics, which a new table has none of
  with finished as (
    update deliveries as delivery set
      (status, response_status, response_body, error, duration_ms, next_attempt_at, finished_at) = (
        select result.status, result.response_status, result.response_body, result.error, result.duration_ms,
          after_milliseconds(result.retry_after), now()
        from jsonb_to_record(by_id -> delivery.id) as result (
          status text, response_status integer, response_body text, error text, duration_ms integer,
          retry_after double precision
        )
      )
    where delivery.organization_id = organization and delivery.id = any (done) and delivery.status = 'pending'
    returning delivery.id, delivery.event_id, delivery.event_type, delivery.status, delivery.attempt,
      delivery.trigger, delivery.replay_id, delivery.next_attempt_at
  ), retried as (
    select prefixed_id('dlv') as id, finished.id as before, event_id, event_type, attempt, trigger, replay_id,
      next_attempt_at
    from finished where next_attempt_at is not null and known
  ), planned as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, replay_id, next_attempt_at,
      created_at
    )
    select organization, id, endpoint, event_id, event_type, 'pending', attempt + 1, trigger, replay_id,
      next_attempt_at, now()
    from retried
    returning id, next_attempt_at
  ), repeated as (
    -- the next attempt posts what this one did
    insert into delivery_requests (organization_id, id, same_as, as_of)
    select organization, retried.id, fixed.first, fixed.as_of
    from retried
    cross join lateral (
      select coalesce(stored.same_as, stored.id) as first, stored.as_of from delivery_requests as stored
      where stored.organization_id = organization and stored.id = retried.before
      limit 1
    ) as fixed
  ), queued as (
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization, 'endpoint', endpoint, id, id, next_attempt_at from planned
  )
  select array_agg(replay_id) filter (where status = 'succeeded'), array_agg(replay_id) filter (where status = 'exhausted')
  into succeeded, exhausted
  from finished where replay_id is not null;
  if succeeded is not null or exhausted is not null then
    perform count_replays(organization, succeeded, exhausted);
  end if;

  -- successes of an endpoint that works change nothing
  if failing or troubled then
    perform note_endpoint_health(organization, endpoint, results);
  end if;
end $$;

/*
 * Deletes an endpoint and its secrets; deliveries stay as records. False when
 * there is none. What waits in its lane, and what a batch of events that has
 * read the endpoint already may still queue, is ended by a job.
 */
create or replace function delete_endpoint(organization text, endpoint text) returns boolean
language plpgsql as $$
begin
  delete from webhook_endpoints where organization_id = organization and id = endpoint;
  if not found then
    return false;
  end if;
  delete from webhook_secrets where organization_id = organization and endpoint_id = endpoint;
  perform plan_lane_end(organization, 'endpoint', endpoint);
  return true;
end $$;

/* Ends what the next items, at most so many, of the lane of an endpoint that is gone stand for; returns how many items. */
create or replace function clear_endpoint_lane(organization text, endpoint text, most integer) returns integer
language plpgsql as $$
declare
  items text[];
  cleared text[];
  replays text[];
begin
  if exists (select from webhook_endpoints where organization_id = organization and id = endpoint) then
    return 0;
  end if;
  items := array(
    select item_id from lane_items
    where lane_id = endpoint and state <> 'sending' and organization_id = organization and kind = 'endpoint'
    order by priority, due_at, position limit most
    for update skip locked
  );
  with gone as (
    delete from lane_items as item where item.organization_id = organization and item.item_id = any (items)
    returning deliveries_of(item) as ids
  )
  select array_agg(id) into cleared from gone cross join unnest(gone.ids) as id;
  perform take_apart(organization, cleared);
  with ended as (
    update deliveries as delivery set
      status = 'exhausted', error = words_of('endpoint_deleted'), next_attempt_at = null, finished_at = now()
    where delivery.organization_id = organization and delivery.id = any (cleared) and delivery.status = 'pending'
    returning delivery.replay_id
  )
  select array_agg(replay_id) into replays from ended where replay_id is not null;
  perform count_replays(organization, null, replays);
  return cardinality(items);
end $$;
