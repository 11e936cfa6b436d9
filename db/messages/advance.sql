/*
 * A change of one message, for advance_messages; null leaves a field as it is.
 * Silent means that nothing was sent to a person, as with mark_as_read: the
 * status moves, but no message.sent follows.
 */
create or replace function status_change(
  organization text, message uuid, status text, at timestamptz default now(), provider_message_id text default null,
  error text default null, pricing text default null, attempts integer default null, silent boolean default false
) returns message_change language sql immutable as $$
  select row(organization, message, status, at, provider_message_id, error, pricing, attempts, silent)::message_change
$$;

/*
 * Moves messages forward and emits the events of it. A change that would not
 * move its message (an older status, a repetition) leaves the status alone, but
 * its provider id, pricing and attempts are kept. Changes of one message are
 * applied in order of rank, so a batch may carry sent, delivered and read at
 * once. When a failed message turns out to have been sent, it takes the
 * provider id of the copy that was sent.
 */
create or replace function advance_messages(changes message_change[]) returns void
language plpgsql as $$
declare
  of_broadcasts boolean;
  ends uuid[];
  organizations text[] := array(select distinct change.organization_id from unnest(changes) as change);
  ids uuid[] := array(select distinct change.message_id from unnest(changes) as change);
begin
  -- all at once and in one order, before anything else is locked, so that two batches never deadlock
  select bool_or(locked.broadcast_id is not null), array_agg(locked.id) filter (where is_end(locked.status))
  into of_broadcasts, ends
  from (
    select message.id, message.status, message.broadcast_id from messages as message
    where message.organization_id = any (organizations) and message.id = any (ids)
    order by message.organization_id, message.id
    for update
  ) as locked;

  ends := ends || array(select change.message_id from unnest(changes) as change where is_end(change.status));
  if cardinality(ends) > 0 then
    perform advance_by_rank(array(
      select change from unnest(changes) as change where change.message_id in (select unnest(ends))
    ));
    changes := array(
      select change from unnest(changes) as change where change.message_id not in (select unnest(ends))
    );
  end if;
  perform advance_at_once(changes);
  if cardinality(ends) > 0 then
    perform settle_waiting_of(organizations, ends);
  end if;
  if of_broadcasts then
    perform follow_broadcasts(organizations, ids);
  end if;
end $$;

/*
 * For messages that, like their changes, are neither failed nor cancelled: they
 * can only go forward. Each is written once, however many of its statuses came
 * together, and not at all when none of them says anything new.
 */
create or replace function advance_at_once(changes message_change[]) returns void
language plpgsql
-- everything is looked up by key: a plan made for each batch's values would be no better, and costs time to make
set plan_cache_mode = force_generic_plan
as $$
declare
  announced event_input[];
  answered text[];
begin
  with written as (
    update messages as message set
      status = coalesce(change.statuses[cardinality(change.statuses)], message.status),
      status_history = message.status_history || coalesce(change.entries, '[]'),
      provider_message_id = coalesce(message.provider_message_id, change.provider_message_id),
      pricing = newer_pricing(message.pricing, change.pricing, change.is_forecast),
      attempts = greatest(message.attempts, change.attempts),
      updated_at = now()
    from merged_changes(changes) as change
    where message.organization_id = change.organization_id and message.id = change.message_id and (
      change.statuses is not null or change.attempts > message.attempts
      or message.pricing is distinct from newer_pricing(message.pricing, change.pricing, change.is_forecast)
      or change.provider_message_id is not null and message.provider_message_id is null
    )
    returning message.organization_id, message.channel_id, message.conversation_id, message.id, message.metadata,
      message.rendered_as, message.contact_id, message.address, message.user_id, message.type, message.cost,
      change.statuses, change.times, change.sent
  )
  select array_agg(event.input order by step.nth, written.id, event.place),
    array_agg(distinct written.conversation_id) filter (where step.is_sent and written.cost is not null)
  into announced, answered
  from written
  cross join lateral unnest(written.statuses, written.times, written.sent) with ordinality as step (status, at, is_sent, nth)
  cross join lateral (
    select 1 as place, message_sent_event(
      written.organization_id, written.channel_id, written.conversation_id, written.id, written.metadata,
      written.rendered_as
    ) as input
    where step.is_sent
    union all
    select 2, message_status_event(
      written.organization_id, written.channel_id, written.conversation_id, written.contact_id, written.id,
      written.address, written.user_id, written.type, step.status, step.at, null, written.metadata
    )
  ) as event;
  perform emit_events(announced);
  if answered is not null then
    perform open_free_time(array(select distinct change.organization_id from unnest(changes) as change), answered);
  end if;
end $$;

/* The same for all messages, rank by rank: what a status means depends on those before it. */
create or replace function advance_by_rank(changes message_change[]) returns void
language plpgsql as $$
declare
  level integer;
  announced event_input[];
  corrections budget_change[];
  answers free_answers[];
begin
  for level in
    select distinct status_rank(change.status) from unnest(changes) as change order by 1
  loop
    with current as (
      select distinct on (change.organization_id, change.message_id)
        change.organization_id, change.message_id, change.status, change.provider_message_id, change.error,
        change.pricing, change.attempts, change.silent,
        -- providers report whole seconds: a later status is not shown as earlier than the one before it
        greatest(change.at, (message.status_history -> -1 ->> 'at')::timestamptz) as at,
        message.status as previous,
        status_rank(message.status) < status_rank('sent')
          or message.status = 'failed' and not message.status_history @> '[{"status": "sent"}]' as unsent,
        may_become(message.status, change.status, message.provider_message_id, change.provider_message_id) as moves
      from unnest(changes) as change
      join messages as message on message.organization_id = change.organization_id and message.id = change.message_id
      where status_rank(change.status) = level
      -- of two copies, take the one whose status moves the message
      order by change.organization_id, change.message_id, moves desc
    ), moved as (
      update messages as message set
        status = case when current.moves then current.status else message.status end,
        status_history = case when current.moves then
          case when current.previous = 'failed' then history_with_error(message.status_history, message.error)
            else message.status_history end || history_entry(current.status, current.at)
          else message.status_history end,
        provider_message_id = case when current.moves and current.previous = 'failed'
          then coalesce(current.provider_message_id, message.provider_message_id)
          else coalesce(message.provider_message_id, current.provider_message_id) end,
        error = case when current.moves then case when current.status = 'failed' then current.error end
          else message.error end,
        pricing = newer_pricing(message.pricing, current.pricing, current.status = 'sent'),
        attempts = greatest(message.attempts, current.attempts),
        updated_at = now()
      from current
      where message.organization_id = current.organization_id and message.id = current.message_id
      returning message.organization_id, message.channel_id, message.conversation_id, message.id, message.metadata,
        message.rendered_as, message.contact_id, message.address, message.user_id, message.type, current.status, current.at, current.error, current.silent,
        current.unsent, current.moves, current.previous, message.cost, message.author, message.broadcast_id,
        coalesce(message.scheduled_at, message.created_at) as due_at
    )
    select array_agg(event.input order by moved.id, event.place),
      -- what ends before it is charged costs nothing, and what was taken for that costs again
      array_agg(row(
        moved.organization_id, moved.channel_id, moved.author, moved.broadcast_id, moved.due_at,
        (moved.cost ->> 'amount')::numeric * case when is_end(moved.status) then -1 else 1 end, moved.cost ->> 'currency'
      )::budget_change) filter (
        where event.place = 2 and is_end(moved.status) <> is_end(moved.previous)
          and (moved.cost ->> 'amount')::numeric <> 0 and not is_charged(moved.organization_id, moved.id)
      ),
      array_agg(free_answer_of(moved.organization_id, moved.cost, case when is_end(moved.status) then -1 else 1 end)) filter (
        where event.place = 2 and is_end(moved.status) <> is_end(moved.previous)
          and moved.cost ? 'taken' and not is_charged(moved.organization_id, moved.id)
      )
    into announced, corrections, answers
    from moved cross join lateral (
      select 1 as place, message_sent_event(
        moved.organization_id, moved.channel_id, moved.conversation_id, moved.id, moved.metadata, moved.rendered_as
      ) as input
      where moved.status <> 'failed' and not coalesce(moved.silent, false)
        and moved.unsent and level between status_rank('sent') and status_rank('played')
      union all
      select 2, message_status_event(
        moved.organization_id, moved.channel_id, moved.conversation_id, moved.contact_id, moved.id, moved.address,
        moved.user_id, moved.type, moved.status, moved.at, case when moved.status = 'failed' then moved.error end, moved.metadata
      )
    ) as event
    where moved.moves;
    perform emit_events(announced);
    perform correct_counts(answers, corrections);
  end loop;
end $$;
