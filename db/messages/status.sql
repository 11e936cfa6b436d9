/* How far a message has come. A status may only move to a higher rank; failed and cancelled end it. */
create or replace function status_rank(status text) returns integer
language sql immutable parallel safe as $$
  select case status
    when 'scheduled' then 0
    when 'queued' then 1
    when 'sending' then 2
    when 'sent' then 3
    when 'delivered' then 4
    when 'read' then 5
    when 'played' then 6
    else 10
  end
$$;

/* Whether a status is none on the way of a message that was sent: failed or cancelled. */
create or replace function is_end(status text) returns boolean
language sql immutable parallel safe as $$ select status_rank(status) > status_rank('played') $$;

/*
 * Whether a message in one status may take another: forward only, cancelled
 * only before sent. A message may have gone out twice, so copies count: `known`
 * is the provider's id of the message, `changed` the id that the change names,
 * null if the change is our own.
 * - Our own failed counts only before sent: an earlier copy may be on its way.
 * - The provider's failed counts until delivered, of the copy that is known.
 * - For a failed message, proof of delivery always counts; sent counts unless
 *   it is the failed copy's own, reported late.
 */
create or replace function may_become(current text, next text, known text, changed text) returns boolean
language sql immutable parallel safe as $$
  select case
    when next = 'failed' and changed is null then status_rank(current) < status_rank('sent')
    when next = 'failed' then status_rank(current) < status_rank('delivered') and coalesce(known = changed, true)
    when next = 'cancelled' then status_rank(current) < status_rank('sending')
    when current = 'failed' and next = 'sent' then known is null or known <> changed
    when current = 'failed' then status_rank(next) between status_rank('delivered') and status_rank('played')
    else status_rank(current) < status_rank(next)
  end
$$;

/* One entry of a message's status history. */
create or replace function history_entry(status text, at timestamptz) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_array(jsonb_build_object('status', status, 'at', iso_time(at)))
$$;

/* The history of a failed message that turned out to have been sent: its last entry keeps why it was failed. */
create or replace function history_with_error(history jsonb, error text) returns jsonb
language plpgsql stable as $$
begin
  return jsonb_set(history, '{-1,error}', error::jsonb);
exception
  -- jsonb cannot hold every text
  when data_exception then return history;
end $$;

/* The pricing of a message after a status with one: that of `sent` is a forecast, which replaces none. */
create or replace function newer_pricing(known text, reported text, is_forecast boolean) returns text
language sql immutable parallel safe as $$
  select case when is_forecast then coalesce(known, reported) else coalesce(reported, known) end
$$;

/*
 * The changes of each message as one: what it learns from them, and the
 * statuses that move it, in order, with their times and whether they are the
 * first that say that it went out; null where none moves it.
 */
create or replace function merged_changes(changes message_change[])
returns table (
  organization_id text, message_id uuid, attempts integer, provider_message_id text, pricing text, is_forecast boolean,
  statuses text[], times timestamptz[], sent boolean[], entries jsonb
)
language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan
as $$
begin
  -- mostly there is one of each
  if cardinality(changes) = (select count(distinct change.message_id) from unnest(changes) as change) then
    return query
      select change.organization_id, change.message_id, change.attempts, change.provider_message_id, change.pricing,
        change.status = 'sent', case when step.moves then array[change.status] end, case when step.moves then array[step.at] end,
        case when step.moves then array[step.is_sent] end,
        case when step.moves then history_entry(change.status, step.at) end
      from unnest(changes) as change
      cross join lateral standing_of(change.organization_id, change.message_id) as standing
      cross join lateral (
        select status_rank(change.status) > standing.rank as moves, greatest(standing.at, change.at) as at,
          says_sent(change, standing.rank) as is_sent
      ) as step;
    return;
  end if;
  return query
    select step.organization_id, step.message_id, max(step.attempts),
      (array_agg(step.provider_message_id order by step.rank) filter (where step.provider_message_id is not null))[1],
      (array_agg(step.pricing order by step.rank desc) filter (where step.pricing is not null))[1],
      (array_agg(step.status order by step.rank desc) filter (where step.pricing is not null))[1] = 'sent',
      array_agg(step.status order by step.rank) filter (where step.moves),
      array_agg(step.shown_at order by step.rank) filter (where step.moves),
      array_agg(step.is_sent order by step.rank) filter (where step.moves),
      jsonb_agg(history_entry(step.status, step.shown_at) -> 0 order by step.rank) filter (where step.moves)
    from (
      select reported.*, reported.rank > standing.rank as moves,
        greatest(standing.at, max(reported.at) filter (where reported.rank > standing.rank) over so_far) as shown_at,
        says_sent(reported.change, greatest(standing.rank, lag(reported.rank) over so_far)) as is_sent
      from (
        select distinct on (change.organization_id, change.message_id, status_rank(change.status))
          change.*, change, status_rank(change.status) as rank
        from unnest(changes) as change
        order by change.organization_id, change.message_id, status_rank(change.status)
      ) as reported
      cross join lateral standing_of(reported.organization_id, reported.message_id) as standing
      window so_far as (partition by reported.organization_id, reported.message_id order by reported.rank)
    ) as step
    group by step.organization_id, step.message_id;
end $$;

/*
 * How far a message is, and since when: providers report whole seconds, and a later status is not shown as earlier than
 * the one before it.
 */
create or replace function standing_of(organization text, message uuid) returns table (rank integer, at timestamptz)
language sql stable as $$
  select status_rank(known.status), (known.status_history -> -1 ->> 'at')::timestamptz
  from messages as known
  where known.organization_id = organization and known.id = message
  -- always a look-up by key, whatever the statistics say
  limit 1
$$;

/* Whether a change is the first that says that its message, which has come as far as that, went out to a person. */
create or replace function says_sent(change message_change, before integer) returns boolean
language sql immutable parallel safe as $$
  select before < status_rank('sent') and status_rank(change.status) >= status_rank('sent')
    and not coalesce(change.silent, false)
$$;
