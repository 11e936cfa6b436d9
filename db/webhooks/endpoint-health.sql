/* Failures without a success after which an endpoint is left alone for a while, and then probed. */
create or replace function endpoint_patience() returns integer
language sql immutable parallel safe as $$ select 10 $$;

/* How long an endpoint is left alone after so many pauses in a row: 5 s, doubled up to a minute, ±20 %. */
create or replace function endpoint_pause(pauses integer) returns interval
language sql volatile as $$
  select least(make_interval(secs => 5 * 2 ^ least(pauses, 10)), interval '1 minute') * (0.8 + 0.4 * random())
$$;

/* How long an endpoint only fails before its owner is warned for the nth time; null when there is no such time. */
create or replace function endpoint_warning(warnings integer) returns interval
language sql immutable parallel safe as $$
  select (array[interval '1 hour', interval '24 hours', interval '72 hours', interval '96 hours'])[warnings + 1]
$$;

/* How long an endpoint does nothing but fail before it is disabled, and for how long its owner has known then. */
create or replace function endpoint_lifetime() returns interval
language sql immutable parallel safe as $$ select interval '120 hours' $$;

create or replace function endpoint_notice() returns interval
language sql immutable parallel safe as $$ select interval '12 hours' $$;

/*
 * What results say of their endpoint. A success ends its failing; failures
 * pause it, warn its owner, and disable it: at once when it answers 410 Gone,
 * or after five days of nothing but failure. Written only when something
 * changes, which for an endpoint that works is never.
 */
create or replace function note_endpoint_health(organization text, endpoint text, results json) returns void
language plpgsql as $$
declare
  succeeded boolean;
  gone boolean;
  failed integer;
  rests_until timestamptz;
begin
  select bool_or(result.status = 'succeeded'), bool_or(result.response_status = 410),
    count(*) filter (where result.status in ('failed', 'exhausted')), after_milliseconds(max(result.rest))
  into succeeded, gone, failed, rests_until
  from json_to_recordset(results) as result (status text, response_status integer, rest double precision);

  if succeeded and not gone then
    perform note_endpoint_success(organization, endpoint);
  elsif failed > 0 then
    perform note_endpoint_failures(organization, endpoint, failed, gone, results);
  end if;
  if rests_until is not null then
    update webhook_endpoints set resumes_at = greatest(resumes_at, rests_until)
    where organization_id = organization and id = endpoint;
  end if;
end $$;

create or replace function note_endpoint_success(organization text, endpoint text) returns void
language plpgsql as $$
declare
  before webhook_endpoints;
begin
  select * into before from webhook_endpoints
  where organization_id = organization and id = endpoint and failing_since is not null
  for no key update;
  if not found then
    return;
  end if;
  update webhook_endpoints set
    failing_since = null, failures = 0, pauses = 0, resumes_at = null, warnings = 0, warned_at = null
  where organization_id = organization and id = endpoint;
  if before.warnings > 0 then
    perform emit_events(array[endpoint_recovered_event(before)]);
  end if;
end $$;

create or replace function note_endpoint_failures(
  organization text, endpoint text, failed integer, gone boolean, results json
) returns void language plpgsql as $$
declare
  target webhook_endpoints;
begin
  update webhook_endpoints set
    failing_since = coalesce(failing_since, now()),
    failures = failures + failed,
    pauses = pauses + must_pause(webhook_endpoints, failed)::integer,
    resumes_at = case when must_pause(webhook_endpoints, failed)
      then now() + endpoint_pause(pauses) else resumes_at end
  where organization_id = organization and id = endpoint
  returning * into target;
  if target.enabled is not true then
    return;
  end if;

  if gone then
    perform disable_endpoint(target, words_of('endpoint_gone'));
  elsif target.failing_since <= now() - endpoint_lifetime() and target.warned_at <= now() - endpoint_notice() then
    perform disable_endpoint(target, words_of('endpoint_failing'));
  elsif target.failing_since <= now() - endpoint_warning(target.warnings) then
    perform warn_of_endpoint(target, results);
  end if;
end $$;

/* Whether an endpoint that has failed again must be left alone from now on. */
create or replace function must_pause(target webhook_endpoints, failed integer) returns boolean
language sql stable as $$
  select target.failures + failed >= endpoint_patience() and (target.resumes_at is null or target.resumes_at <= now())
$$;

/* Whether an endpoint is tried with one delivery at a time, to see if it is back. */
create or replace function is_probed(target webhook_endpoints) returns boolean
language sql stable as $$ select target.failures >= endpoint_patience() $$;

/* Events that happen from now on do not queue for it: a replay brings them. */
create or replace function disable_endpoint(target webhook_endpoints, reason text) returns void
language plpgsql as $$
begin
  update webhook_endpoints set enabled = false, takes_events = false, disabled_reason = reason, updated_at = now()
  where organization_id = target.organization_id and id = target.id;
  perform emit_events(array[endpoint_disabled_event(target, reason)]);
end $$;

/* Says that an endpoint does nothing but fail; what is overdue to be said is said once. */
create or replace function warn_of_endpoint(target webhook_endpoints, results json) returns void
language plpgsql as $$
declare
  due integer := target.warnings;
begin
  while target.failing_since <= now() - endpoint_warning(due) loop
    due := due + 1;
  end loop;
  update webhook_endpoints set warnings = due, warned_at = now()
  where organization_id = target.organization_id and id = target.id;
  perform emit_events(array[endpoint_failing_event(
    target, greatest(target.failing_since + endpoint_lifetime(), now() + endpoint_notice()),
    latest.response_status, latest.error
  )])
  from (
    select result.response_status, result.error
    from json_to_recordset(results) as result (status text, response_status integer, error text)
    where result.status in ('failed', 'exhausted')
    limit 1
  ) as latest;
end $$;
