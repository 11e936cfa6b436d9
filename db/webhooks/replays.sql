-- Ranges of events that are delivered again: after an outage, or because a receiver lost them.

/*
 * The deliveries of a replay: pairs of an event and an endpoint, in the order
 * of the events, of those after its position up to one. `waiting` is the
 * attempt that waits already and is brought forward. Which, by `wanted`:
 *
 *   failed     no delivery succeeded; also events without one while the endpoint was disabled
 *   exhausted  the same, without those that are tried again anyway
 *   succeeded  a delivery succeeded
 *   all        everything that the endpoint subscribes to
 *
 * A first attempt that is still to be made is in none of them; tests are, where they failed.
 */
create or replace function replayable(replay webhook_replays, up_to text)
returns table (event_id text, event_type text, endpoint_id text, waiting text)
language sql stable as $$
  select event.id, event.type, target.id, history.waiting
  from (
    select * from events as logged
    where logged.organization_id = replay.organization_id
      and logged.id >= replay.first_event and logged.id > replay.position and logged.id <= up_to
      and (replay.event_types is null or logged.type = any (replay.event_types))
      and (replay.channel_ids is null or logged.channel_id is null or logged.channel_id = any (replay.channel_ids))
  ) as event
  join webhook_endpoints as target
    on target.organization_id = replay.organization_id and target.id = any (replay.endpoint_ids) and target.enabled
  cross join lateral (
    select count(*) > 0 as tried,
      coalesce(bool_or(attempted.status = 'succeeded'), false) as succeeded,
      coalesce(bool_or(attempted.status in ('failed', 'exhausted')), false) as failed,
      min(attempted.id) filter (where attempted.status = 'pending') as waiting
    from deliveries_of_event(replay.organization_id, event.id) as attempted
    where attempted.endpoint_id = target.id
  ) as history
  cross join lateral (
    select not event.test and wants_event(target, event.type, event.channel_id, event.body) as subscribed
  ) as interest
  where case replay.status
    when 'succeeded' then history.succeeded and history.waiting is null
    when 'all' then (history.tried or interest.subscribed) and (history.waiting is null or history.failed)
    when 'exhausted' then history.failed and not history.succeeded and history.waiting is null
    else not history.succeeded
      and (history.failed or not history.tried and interest.subscribed and event.created_at >= target.created_at)
  end
  order by event.id, target.id
$$;

/*
 * Looks through the next events of a replay, at most so many, and queues their
 * deliveries, unless as many are due already that fresh events would wait behind
 * them. A dry run only counts. One transaction a step, which also moves the
 * replay's position: after a crash it continues where it was. Returns
 * the next action: step, wait or nothing.
 */
create or replace function step_replay(organization text, replay_key text, most integer, most_due integer) returns text
language plpgsql as $$
declare
  replay webhook_replays;
  looked_at integer;
  reached text;
  added bigint := 0;
  is_last boolean;
  endpoint text;
begin
  -- one step at a time, and the row stays free for the deliveries that end meanwhile
  perform pg_advisory_xact_lock(hashtext('waypost.replay'), hashtext(replay_key));
  select * into replay from webhook_replays
  where organization_id = organization and id = replay_key and finished_at is null;
  if not found then
    return 'nothing';
  end if;
  if not replay.dry_run and most_due <= (
    select count(*) from (
      select from lane_items as item
      cross join lateral unnest(deliveries_of(item))
      where item.lane_id = any (replay.endpoint_ids) and item.state <> 'sending' and item.due_at <= now()
      limit most_due
    ) as due
  ) then
    return 'wait';
  end if;

  -- so many of all events, wanted or not: that bounds the step
  select count(*), max(logged.id) into looked_at, reached from (
    select id from events
    where organization_id = organization and id >= replay.first_event and id > replay.position and id < replay.last_event
    order by id limit most
  ) as logged;
  is_last := looked_at < most;
  if looked_at > 0 then
    added := case when replay.dry_run then (select count(*) from replayable(replay, reached))
      else queue_replay(replay, reached) end;
  end if;
  if added > 0 and not replay.dry_run then
    for endpoint in select unnest(replay.endpoint_ids) order by 1 loop
      perform wake_lane(organization, 'endpoint', endpoint);
    end loop;
  end if;

  -- one that was cancelled meanwhile stays so
  update webhook_replays set
    queued = queued + added, position = coalesce(reached, position),
    matched = case when is_last and finished_at is null then queued + added end,
    finished_at = case when is_last then coalesce(finished_at, now()) else finished_at end
  where organization_id = organization and id = replay_key;
  return case when is_last then 'nothing' else 'step' end;
end $$;

/* Adds the results of some deliveries to the counts of their replays. */
create or replace function count_replays(organization text, succeeded text[], exhausted text[]) returns void
language plpgsql as $$
declare
  ended record;
begin
  -- in one order: two endpoints may end deliveries of the same replays at once
  for ended in
    select replay, sum(taken) as taken, sum(1 - taken) as lost
    from (
      select unnest(succeeded) as replay, 1 as taken union all select unnest(exhausted), 0
    ) as one
    where replay is not null
    group by replay order by replay
  loop
    update webhook_replays as counted set
      succeeded = counted.succeeded + ended.taken, exhausted = counted.exhausted + ended.lost
    where counted.organization_id = organization and counted.id = ended.replay;
  end loop;
end $$;

/* Queues what the next events of a replay, up to one, have to deliver; returns how much that is. */
create or replace function queue_replay(replay webhook_replays, up_to text) returns bigint
language plpgsql as $$
declare
  forwarded text[];
  made bigint;
begin
  with found as (
    select * from replayable(replay, up_to)
  ), new as (
    insert into deliveries (
      organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, replay_id, created_at
    )
    select replay.organization_id, prefixed_id('dlv'), endpoint_id, event_id, event_type, 'pending', 1, 'replay',
      replay.id, now()
    from found where waiting is null
    returning id, endpoint_id
  ), queued as (
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select replay.organization_id, 'endpoint', endpoint_id, id, id, now() from new
    returning item_id
  )
  select (select array_agg(waiting) from found where waiting is not null), (select count(*) from queued)
  into forwarded, made;

  -- a delivery that is being finished right now is left alone: its result decides
  forwarded := array(
    select item.item_id from lane_items as item
    where item.organization_id = replay.organization_id and item.item_id = any (forwarded)
    order by item.item_id
    for update skip locked
  );
  update lane_items as item set due_at = least(item.due_at, now())
  where item.organization_id = replay.organization_id and item.item_id = any (forwarded);
  update deliveries as delivery set trigger = 'replay', replay_id = replay.id
  where delivery.organization_id = replay.organization_id and delivery.id = any (forwarded);
  return made + cardinality(forwarded);
end $$;
