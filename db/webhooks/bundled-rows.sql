/*
 * Rows of `deliveries` that stand for several: the first attempts of a bundle that wait, or went well. A row for each
 * would be most of what one message writes. Such a row has the id of the bundle, of the same millisecond as those of
 * its deliveries, and the status `bundled`. What each of them has of its own is in arrays of one order; a delivery
 * without a duration waits. All others have rows of their own: those that failed, were answered at length, are put off or
 * were requested by a person, and those of a type that is listed by an index of rows.
 */

/* Whether most events are of this type. Deliveries of any other are listed by it, from an index of rows. */
create or replace function is_usual(event_type text) returns boolean
language sql immutable parallel safe as $$
  select event_type in ('message.new', 'message.sent', 'message.status_update', 'contact.updated')
$$;

/* The bundles that some deliveries would be in, in one order, and which of them would be in each. */
create or replace function bundles_of(ids text[]) returns table (bundle text, own text[])
language sql immutable parallel safe as $$
  select bundle_of(one), array_agg(one) from unnest(ids) as one group by 1 order by 1
$$;

/* The row of a bundle, locked, if it stands for any of these deliveries. */
create or replace function lock_bundled_row(organization text, bundle text, ids text[]) returns setof deliveries
language plpgsql
-- looked up by key: a plan for one key would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select * from deliveries as known
    where known.organization_id = organization and known.id = bundle and known.bundle_ids && ids
    for no key update;
end $$;

/* Gives those of some deliveries that wait in the row of a bundle a row of their own. */
create or replace function take_apart(organization text, ids text[]) returns void
language plpgsql as $$
declare
  part record;
  stored deliveries;
  alone text[];
begin
  for part in select * from bundles_of(ids) loop
    select * into stored from lock_bundled_row(organization, part.bundle, part.own);
    continue when not found;
    alone := array(
      select one.id from each_delivery(stored) as one where one.id = any (part.own) and one.status = 'pending'
    );
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at
    )
    select one.organization_id, one.id, one.endpoint_id, one.event_id, one.event_type, one.status, one.attempt,
      one.trigger, one.created_at
    from each_delivery(stored) as one where one.id = any (alone);
    if stored.bundle_ids <@ alone then
      delete from deliveries where organization_id = organization and id = stored.id;
    elsif cardinality(alone) > 0 then
      perform leave_out(stored, alone);
    end if;
  end loop;
end $$;

/* Takes some deliveries, but not all, out of the row of a bundle. */
create or replace function leave_out(stored deliveries, gone text[]) returns void
language sql volatile as $$
  update deliveries as known set (
    bundle_ids, bundle_event_ids, bundle_event_types, bundle_response_statuses, bundle_response_bodies,
    bundle_durations_ms, bundle_finished_at
  ) = (
    select array_agg(one.id order by nth), array_agg(one.event_id order by nth),
      case when stored.bundle_event_types is not null then array_agg(one.event_type order by nth) end,
      case when stored.bundle_durations_ms is not null then array_agg(one.response_status order by nth) end,
      case when stored.bundle_durations_ms is not null then array_agg(one.response_body order by nth) end,
      case when stored.bundle_durations_ms is not null then array_agg(one.duration_ms order by nth) end,
      case when stored.bundle_durations_ms is not null then array_agg(one.finished_at order by nth) end
    from unnest(
      stored.bundle_ids, stored.bundle_event_ids, stored.bundle_event_types, stored.bundle_response_statuses,
      stored.bundle_response_bodies, stored.bundle_durations_ms, stored.bundle_finished_at
    ) with ordinality as one (id, event_id, event_type, response_status, response_body, duration_ms, finished_at, nth)
    where one.id <> all (gone)
  )
  where known.organization_id = stored.organization_id and known.id = stored.id
$$;

/* Whether a result can be kept in the row of a bundle: it went well, and the answer was short. */
create or replace function is_brief_success(result jsonb) returns boolean
language sql immutable parallel safe as $$
  select result ->> 'status' = 'succeeded' and length(coalesce(result ->> 'response_body', '')) <= 500
$$;

/*
 * Writes the results, by id, of those deliveries that are in rows of bundles. What did not go well, or was answered at
 * length, gets a row of its own, in which its result is still to be written.
 */
create or replace function finish_bundled(organization text, done text[], by_id jsonb) returns void
language plpgsql as $$
declare
  part record;
  stored deliveries;
  brief text[];
  others text[] := '{}';
begin
  for part in select * from bundles_of(done) loop
    select * into stored from lock_bundled_row(organization, part.bundle, part.own);
    continue when not found;
    brief := array(
      select one.id from unnest(stored.bundle_ids, stored.bundle_durations_ms) as one (id, duration_ms)
      where one.duration_ms is null and is_brief_success(by_id -> one.id)
    );
    if cardinality(brief) > 0 then
      perform note_successes(stored, brief, by_id);
    end if;
    others := others || array(select id from unnest(part.own) as id where id <> all (brief));
  end loop;
  if cardinality(others) > 0 then
    perform take_apart(organization, others);
  end if;
end $$;

/* Notes in the row of a bundle that some of its deliveries went well just now. */
create or replace function note_successes(stored deliveries, brief text[], by_id jsonb) returns void
language plpgsql
-- everything is looked up by key: a plan for the values of one row would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
begin
  update deliveries as known set (
    bundle_response_statuses, bundle_response_bodies, bundle_durations_ms, bundle_finished_at
  ) = (
    select
      array_agg(coalesce((result.noted ->> 'response_status')::integer, one.response_status) order by nth),
      array_agg(coalesce(result.noted ->> 'response_body', one.response_body) order by nth),
      array_agg(coalesce((result.noted ->> 'duration_ms')::integer, one.duration_ms) order by nth),
      array_agg(case when result.noted is null then one.finished_at else now() end order by nth)
    from unnest(
      stored.bundle_ids, stored.bundle_response_statuses, stored.bundle_response_bodies, stored.bundle_durations_ms,
      stored.bundle_finished_at
    ) with ordinality as one (id, response_status, response_body, duration_ms, finished_at, nth)
    cross join lateral (select case when one.id = any (brief) then by_id -> one.id end as noted) as result
  )
  where known.organization_id = stored.organization_id and known.id = stored.id;
end $$;
