-- Inbound calls by route: who processes them, and how those that can't be processed are set aside.

/*
 * Stores calls of providers (route, body), which came in order. The daemon that stores them processes them itself once
 * they are committed; should it die before, the others find them when they look around.
 */
create or replace function store_webhooks(provider text, calls json) returns void
-- plpgsql keeps the plan: before Postgres 18, a function in SQL is planned again in each transaction
language plpgsql as $$
begin
  -- who calls would wait as long as somebody locks the table: an error has the platform call again
  perform set_config('lock_timeout', '5s', true);
  insert into provider_webhooks (provider, route, body)
  select store_webhooks.provider, call.route, call.body
  from json_to_recordset(calls) as call (route text, body text);
end $$;

/* The routes in which something waits, each with its oldest call. Walks from route to route on the index. */
create or replace function waiting_routes() returns table (route text, first_id bigint)
language sql stable as $$
  with recursive waiting as (
    (select call.route, call.id from provider_webhooks as call where call.error is null order by call.route, call.id limit 1)
    union all
    select next.route, next.id
    from waiting cross join lateral (
      select call.route, call.id from provider_webhooks as call
      where call.error is null and call.route > waiting.route
      order by call.route, call.id limit 1
    ) as next
  )
  select waiting.route, waiting.id from waiting
$$;

/*
 * Takes routes in which something waits, those that have waited longest first,
 * for `lease`; routes that another holds, or that pause, are passed over. What
 * the same claim holds already is taken again. Returns the first calls of each,
 * in the order they came, about `most` in all; a route whose calls are gone
 * meanwhile comes with an id of null.
 */
create or replace function claim_inbound(taker uuid, most integer, lease interval)
returns table (route text, id bigint, provider text, body text, attempts integer)
language plpgsql
-- everything is looked up by key: a plan for the values of one claim would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
declare
  -- enough to make one commit worth while, few enough to leave some to others
  routes_at_once constant integer := 20;
  bytes_a_route constant integer := 4194304;
  taken text[];
begin
  -- each look that finds work is followed by one that finds none
  if not exists (select from provider_webhooks as call where call.error is null) then
    return;
  end if;
  -- a claim is worth nothing after a crash of Postgres: not waited for on disk
  perform set_config('synchronous_commit', 'off', true);
  insert into inbound_routes (route)
  select waiting.route from waiting_routes() as waiting
  where not exists (select from inbound_routes as known where known.route = waiting.route)
  on conflict do nothing;

  with mine as (
    update inbound_routes as held set claim = taker, claimed_until = clock_timestamp() + lease
    where held.route = any (array(
      select known.route
      from waiting_routes() as waiting
      join inbound_routes as known on known.route = waiting.route
      where (known.claim is null or known.claim = taker or known.claimed_until < clock_timestamp())
        and (known.retry_at is null or known.retry_at <= clock_timestamp())
      order by waiting.first_id
      limit routes_at_once
      for update of known skip locked
    ))
    returning held.route
  )
  select array_agg(mine.route) into taken from mine;
  if taken is null then
    return;
  end if;

  -- read only now: what was processed while this statement began is gone
  return query
    select held.route, call.id, call.provider, call.body, call.attempts
    from unnest(taken) as held (route)
    left join lateral (
      select first.*, sum(octet_length(first.body)) over (order by first.id) - octet_length(first.body) as before
      from (
        select one.id, one.provider, one.body, one.attempts from provider_webhooks as one
        where one.route = held.route and one.error is null
        order by one.id
        limit ceil(most::numeric / cardinality(taken))
      ) as first
    ) as call on call.before < bytes_a_route
    order by call.id;
end $$;

/* Fails with WPL01 unless a claim holds routes, and keeps them held until the end of the transaction. The fence against a late daemon. */
create or replace function require_routes(holder uuid, routes text[]) returns void
language plpgsql as $$
declare
  held integer;
begin
  perform from inbound_routes as one
  where one.route = any (routes) and one.claim = holder
  order by one.route
  for update;
  get diagnostics held = row_count;
  if held < cardinality(routes) then
    raise exception 'another daemon took over what came in' using errcode = 'WPL01';
  end if;
end $$;

/* Lets go of routes that went well. */
create or replace function release_routes(holder uuid, routes text[]) returns void
-- plpgsql keeps the plan: before Postgres 18, a function in SQL is planned again in each transaction
language plpgsql as $$
begin
  update inbound_routes as held set claim = null, claimed_until = null, failures = 0, retry_at = null
  where held.route = any (routes) and held.claim = holder;
end $$;

/*
 * Lets go of a route that could not be processed; it is tried again after 1, 2,
 * 4 … 60 seconds. `blamed` is the call that is at fault itself, if one is.
 * Returns how often in a row that makes.
 */
create or replace function pause_route(holder uuid, paused text, blamed bigint) returns integer
language plpgsql as $$
declare
  failed integer;
begin
  perform require_routes(holder, array[paused]);
  update provider_webhooks set attempts = attempts + 1 where id = blamed;
  update inbound_routes as held set
    claim = null, claimed_until = null, failures = held.failures + 1,
    retry_at = clock_timestamp() + least(interval '1 second' * 2 ^ least(held.failures, 10), interval '1 minute')
  where held.route = paused
  returning held.failures into failed;
  return failed;
end $$;

/* Sets a call aside, with the reason and its owner; those after it continue. */
create or replace function set_webhook_aside(
  holder uuid, held text, webhook bigint, reason text, organization text, channel text
) returns text language plpgsql as $$
declare
  named text := prefixed_id('inb');
begin
  perform require_routes(holder, array[held]);
  update provider_webhooks set
    error = reason, attempts = attempts + 1, failure_id = named, failed_at = now(),
    organization_id = organization, channel_id = channel
  where id = webhook;
  return named;
end $$;

/* How much waits to be processed (counted up to 100,000), since when, and how much is set aside. */
create or replace function inbound_backlog() returns table (waiting bigint, oldest_at timestamptz, failed bigint)
language sql stable as $$
  select
    (select count(*) from (select from provider_webhooks where error is null limit 100000) as waiting),
    (select min(call.received_at) from waiting_routes() as first join provider_webhooks as call on call.id = first.first_id),
    (select count(*) from (select from provider_webhooks where error is not null limit 100000) as failed)
$$;
