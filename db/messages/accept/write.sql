/*
 * Writes the messages of a batch, their lane items and their events. `contact_ids` and `conversation_ids` are in the
 * order of `inputs`, and so is what they are expected to cost; `organizations` are those of `inputs`, of which some have listeners if `is_listened_to`.
 */
create or replace function write_accepted(
  inputs accept_input[], contact_ids text[], conversation_ids text[], costs jsonb[], organizations text[],
  is_listened_to boolean
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  moment text;
  positions jsonb;
  announced event_input[];
  listeners text[];
begin
  if not is_listened_to then
    positions := event_positions(organizations);
    moment := ulid_time(clock_timestamp());
  end if;
  with placed as (
    select input.n, input.organization_id, input.id, input.channel_id,
      conversation_ids[input.ordinality] as conversation_id, contact_ids[input.ordinality] as contact_id,
      costs[input.ordinality] as cost,
      input.type, input.address, input.user_id,
      input.content, input.media_ids, input.metadata, input.broadcast_id, input.author, input.messaging_account_id,
      coalesce(input.priority, normal_priority()) as priority,
      later.scheduled_at, input.created_at, input.expires_at,
      -- a ttl counts by the database's clock, since the end is compared with that clock
      coalesce(
        coalesce(later.scheduled_at, now()) + make_interval(secs => input.ttl_seconds), input.expires_at
      ) as ends_at,
      case when later.scheduled_at is null then 'queued' else 'scheduled' end as status
    from unnest(inputs) with ordinality as input
    -- a scheduled time that has passed, by the database's clock, means now
    cross join lateral (
      select case when input.scheduled_at > now() then input.scheduled_at end as scheduled_at
    ) as later
    order by input.n
  ), located as (
    select *, message_status_event(
      organization_id, channel_id, conversation_id, contact_id, id, address, user_id, type, status, created_at, null,
      metadata
    ) as event
    from placed
  ), written as (
    insert into messages (
      organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address, user_id,
      content, metadata, status_history, scheduled_at, expires_at, priority, broadcast_id, author, messaging_account_id, cost,
      created_at, updated_at
    )
    select organization_id, id, channel_id, conversation_id, contact_id, 'outbound', type, status, address, user_id,
      content, metadata, history_entry(status, created_at), scheduled_at, expires_at, nullif(priority, normal_priority()),
      broadcast_id, author, messaging_account_id, cost, created_at, created_at
    from located
  ), queued as (
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, expires_at, priority, media_ids)
    select organization_id, 'channel', channel_id, id::text, conversation_id, coalesce(scheduled_at, now()), ends_at,
      priority, media_ids
    from located
  ), noted as (
    -- as emit_events does where nobody listens, in a statement of its own, which takes longer to begin than to run
    insert into events (organization_id, id, type, channel_id, body, created_at, position)
    select organization_id, 'evt_' || moment || id_tail(), (event).type, channel_id, (event).body, now(),
      (positions ->> organization_id)::bigint
    from located where not is_listened_to
  )
  select array_agg(event) into announced from located where is_listened_to;
  if is_listened_to then
    listeners := listening_for_previews(organizations);
    if cardinality(listeners) > 0 then
      announced := announced || preview_events(inputs, listeners);
    end if;
    perform emit_events(announced);
  end if;
end $$;

/*
 * Those of some organisations that have an endpoint subscribed to conversation.updated. For an accepted message that
 * event says no more than message.status_update, so it is written only if somebody receives it: most sends write one
 * event less. Other forms than our own tell by it only of edits and deletions.
 */
create or replace function listening_for_previews(organizations text[]) returns text[]
-- plpgsql keeps its plan; before Postgres 18, an SQL function is planned again in each transaction
language plpgsql stable as $$
begin
  return array(
    select distinct target.organization_id from webhook_endpoints as target
    where target.organization_id = any (organizations) and target.takes_events and target.format = 'waypost'
      and (target.filter_types is null or 'conversation.updated' = any (target.filter_types))
  );
end $$;

/* The news of each conversation in which a batch has somebody of these organisations written to: its last message. */
create or replace function preview_events(inputs accept_input[], listeners text[]) returns event_input[]
language plpgsql stable as $$
begin
  return array(
    select preview_event(
      newest.organization_id, newest.channel_id, newest.conversation_id, conversation.status, conversation.assignee_id,
      conversation.team_id, newest.id
    )
    from (
      select distinct on (message.organization_id, message.conversation_id) message.*
      from unnest(inputs) as input
      -- lateral with a limit: always a look-up by key, whatever the statistics say
      cross join lateral (
        select known.organization_id, known.channel_id, known.conversation_id, known.id from messages as known
        where known.organization_id = input.organization_id and known.id = input.id
        limit 1
      ) as message
      where input.addressed and input.organization_id = any (listeners)
      order by message.organization_id, message.conversation_id, input.n desc
    ) as newest
    cross join lateral (
      select known.status, known.assignee_id, known.team_id from conversations as known
      where known.organization_id = newest.organization_id and known.id = newest.conversation_id
      limit 1
    ) as conversation
  );
end $$;
