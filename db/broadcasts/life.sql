-- How a broadcast goes from one state to the next. Each change is one transaction, with its event.

/* Emits an event about a broadcast as it is now. */
create or replace function tell_broadcast(organization text, broadcast text, event_type text) returns void
language sql as $$
  select gather_tallies(organization, broadcast);
  select emit_events(array_agg(broadcast_event(event_type, known)))
  from broadcasts as known where known.organization_id = organization and known.id = broadcast;
  update broadcasts set told_at = now() where organization_id = organization and id = broadcast
$$;

/* Has the broadcast's lane look at it at some time. */
create or replace function queue_broadcast(organization text, broadcast text, at timestamptz) returns void
language plpgsql as $$
begin
  insert into lane_items as item (organization_id, kind, lane_id, item_id, order_key, due_at)
  values (organization, 'broadcast', broadcast, broadcast, broadcast, at)
  on conflict (organization_id, item_id) do update set due_at = excluded.due_at;
  perform wake_lane(organization, 'broadcast', broadcast);
end $$;

/* Starts a draft, now or at its time: its messages are those of who starts it. False when it is none. */
create or replace function start_broadcast(organization text, broadcast text, starter text) returns boolean
language plpgsql as $$
declare
  begins timestamptz;
begin
  update broadcasts set status = 'scheduled', author = starter, updated_at = now()
  where organization_id = organization and id = broadcast and status = 'draft'
  returning greatest(starts_at, now()) into begins;
  if begins is null then
    return false;
  end if;
  if begins <= now() then
    perform begin_broadcast(organization, broadcast);
  end if;
  perform queue_broadcast(organization, broadcast, begins);
  return true;
end $$;

/* A scheduled broadcast runs from now on. */
create or replace function begin_broadcast(organization text, broadcast text) returns void
language plpgsql as $$
begin
  update broadcasts set status = 'running', started_at = now(), resumed_at = now(), updated_at = now()
  where organization_id = organization and id = broadcast and status = 'scheduled';
  if found then
    perform tell_broadcast(organization, broadcast, 'broadcast.started');
  end if;
end $$;

/* Holds a running broadcast; what WhatsApp was not handed yet is taken back. False when it does not run. */
create or replace function pause_broadcast(organization text, broadcast text) returns boolean
language plpgsql as $$
begin
  return leave_running(organization, broadcast, 'paused', null);
end $$;

/* The same because of a rule: its name and what happened, as JSON text. */
create or replace function stop_broadcast(organization text, broadcast text, reason text) returns boolean
language plpgsql as $$
begin
  return leave_running(organization, broadcast, 'stopped', reason);
end $$;

create or replace function leave_running(organization text, broadcast text, next text, reason text) returns boolean
language plpgsql as $$
begin
  update broadcasts set status = next, stopped_by = reason, updated_at = now()
  where organization_id = organization and id = broadcast and status = 'running';
  if not found then
    return false;
  end if;
  perform recall_broadcast(organization, broadcast, null);
  perform tell_broadcast(organization, broadcast, 'broadcast.' || next);
  return true;
end $$;

/*
 * Stops a running broadcast for which a budget has no room, as the refusal of its messages has it; null: there is none.
 * What was accepted before is sent: the budget has it already. It continues when the budget begins again, is raised or
 * deleted, or has room for the price of a message again.
 */
create or replace function stop_for_budget(organization text, broadcast text, refusal json) returns void
language plpgsql as $$
begin
  if refusal is null then
    return;
  end if;
  update broadcasts set status = 'stopped', updated_at = now(), stopped_by = json_build_object(
    'rule', 'budget', 'detail', refusal ->> 'detail', 'budget_id', refusal -> 'budget' ->> 'id',
    'continues_at', refusal -> 'budget' ->> 'begins_again_at', 'price', refusal -> 'budget' -> 'price'
  )
  where organization_id = organization and id = broadcast and status = 'running';
  if found then
    perform tell_broadcast(organization, broadcast, 'broadcast.stopped');
  end if;
end $$;

/* Whether a broadcast continues by itself when a budget begins again. */
create or replace function waits_for_budget(known broadcasts) returns boolean
language sql stable as $$
  select known.status = 'stopped' and known.stopped_by::json ->> 'continues_at' is not null
$$;

/*
 * Resumes a broadcast that was paused or stopped; rules count from now. One that had no audience begins again, with who
 * is in it now. False when it was neither.
 */
create or replace function resume_broadcast(organization text, broadcast text) returns boolean
language plpgsql as $$
begin
  update broadcasts set status = 'running', stopped_by = null, resumed_at = now(), updated_at = now(),
    started_at = case when stopped_by::json ->> 'rule' = 'audience' then now() else started_at end,
    audience_place = case when stopped_by::json ->> 'rule' = 'audience' then null else audience_place end
  where organization_id = organization and id = broadcast and status in ('paused', 'stopped');
  if not found then
    return false;
  end if;
  perform tell_broadcast(organization, broadcast, 'broadcast.progressed');
  perform queue_broadcast(organization, broadcast, now());
  return true;
end $$;

/*
 * Ends a broadcast for good. Whom it did not come to is marked piece by piece afterwards, see cancel_people. False when
 * it is over, or was never started.
 */
create or replace function cancel_broadcast(organization text, broadcast text) returns boolean
language plpgsql as $$
begin
  update broadcasts set status = 'cancelled', ended_at = now(), updated_at = now()
  where organization_id = organization and id = broadcast and status in ('scheduled', 'running', 'paused', 'stopped');
  if not found then
    return false;
  end if;
  perform recall_broadcast(organization, broadcast, null);
  perform tell_broadcast(organization, broadcast, 'broadcast.cancelled');
  perform queue_broadcast(organization, broadcast, now());
  return true;
end $$;

/* Marks the next so many people whom a cancelled broadcast did not come to; how many that were. */
create or replace function cancel_people(organization text, broadcast text, most integer) returns integer
language plpgsql as $$
declare
  marked integer;
begin
  update broadcast_people set status = 'cancelled', updated_at = now()
  -- where they stand: by a part of their key, a plan may read all of the broadcast
  where ctid = any (array(
    select ctid from broadcast_people
    where organization_id = organization and broadcast_id = broadcast and status = 'waiting'
    limit most
    for update
  ));
  get diagnostics marked = row_count;
  return marked;
end $$;

/* A running broadcast is over once nobody waits for their turn and no message to be sent. True when it is. */
create or replace function complete_broadcast(organization text, broadcast text) returns boolean
language plpgsql as $$
begin
  update broadcasts set status = 'completed', ended_at = now(), updated_at = now()
  where organization_id = organization and id = broadcast and status = 'running' and audience_written_at is not null
    -- one by one: each has an index of its own, in which the first who is found is enough
    and not exists (
      select from broadcast_people
      where organization_id = organization and broadcast_id = broadcast and status = 'waiting'
    )
    and not exists (
      select from broadcast_people
      where organization_id = organization and broadcast_id = broadcast and status = 'accepted'
    );
  if not found then
    return false;
  end if;
  perform tell_broadcast(organization, broadcast, 'broadcast.completed');
  return true;
end $$;

/* Emits the progress of a running broadcast, unless that was done within the last five seconds. */
create or replace function tell_progress(organization text, broadcast text) returns void
language plpgsql as $$
begin
  perform from broadcasts
  where organization_id = organization and id = broadcast and status = 'running'
    and coalesce(told_at, '-infinity') < now() - interval '5 seconds'
  for update;
  if found then
    perform tell_broadcast(organization, broadcast, 'broadcast.progressed');
  end if;
end $$;
