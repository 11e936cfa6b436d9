-- previous functions and signatures
drop function if exists accept_messages(json);
drop function if exists listening_for_previews(accept_input[]);
drop function if exists may_be_refused(accept_input[]);
drop function if exists may_overtake(accept_input[]);

/*
 * Accepts a batch of outbound messages in one transaction: idempotency
 * records, contacts and conversations of new recipients, message rows, lane
 * items, events, and one wake-up a lane. Every row of the batch gets one
 * outcome: accepted, replayed (with the first response), key_reused (the same
 * idempotency key with another request) or a refusal, see refusals_of and
 * hold_files. Of an accepted one, its conversation is told. A lane that `daemon`
 * drains is not woken: that daemon looks by itself once this is committed.
 * Rows are written in key order, so that two daemons never deadlock.
 */
create or replace function accept_messages(batch json, daemon text default null)
returns table (n integer, outcome text, response text, conversation_id text)
language plpgsql
-- everything is looked up by key: a plan made for each batch's values would be no better, and costs time to make
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  inputs accept_input[] := array(select input from json_populate_recordset(null::accept_input, batch) as input);
  organizations text[];
  channels text[];
  -- what a batch may need: of most, nothing
  may_be_refused boolean;
  has_keys boolean;
  may_overtake boolean;
  is_listened_to boolean;
  refusals json;
  repeated integer[];
  contact_ids text[];
  conversation_ids text[];
  moment text;
  positions jsonb;
  announced event_input[];
  listeners text[];
  accepted integer[];
  places text[];
  looks integer := 0;
begin
  select array_agg(distinct input.organization_id), array_agg(distinct input.channel_id),
    bool_or(input.needs_window or input.conversation_id is not null or input.media_ids is not null),
    bool_or(input.idempotency_key is not null), coalesce(bool_or(input.priority <> 1), false)
  into organizations, channels, may_be_refused, has_keys, may_overtake
  from unnest(inputs) as input;
  -- all in one statement: each takes as long to begin and to end as to run
  select
    may_be_refused or exists (
      select from suppressions as known where known.organization_id = any (organizations)
    ) or exists (
      select from contact_consents as known
      where known.organization_id = any (organizations) and known.channel = 'whatsapp' and known.state = 'denied'
    ),
    may_overtake or exists (
      select from lane_items as item
      where item.lane_id = any (channels) and item.priority = 2 and item.state <> 'sending'
    ),
    has_listeners(organizations)
  into may_be_refused, may_overtake, is_listened_to;

  if may_be_refused then
    refusals := (
      select json_agg(refusal) from (
        select distinct on (found.n) * from (
          select * from refusals_of(inputs) union all select * from hold_files(inputs)
        ) as found
      ) as refusal
    );
  end if;
  if refusals is not null then
    return query
      select refusal.*, null::text from json_to_recordset(refusals) as refusal (n integer, outcome text, response text);
    inputs := array(
      select input from unnest(inputs) as input
      where input.n not in (select refusal.n from json_to_recordset(refusals) as refusal (n integer))
    );
  end if;

  if has_keys then
    repeated := claim_idempotency_keys(inputs);
  end if;
  if repeated is not null then
    return query
      select input.n, earlier.outcome, earlier.response, null::text
      from unnest(inputs) as input
      cross join lateral earlier_answer(input.organization_id, input.idempotency_key, input.fingerprint) as earlier
      where input.n = any (repeated);
    inputs := array(select input from unnest(inputs) as input where input.n <> all (repeated));
  end if;

  if cardinality(inputs) = 0 then
    return;
  end if;

  loop
    select array_agg(identity.contact_id order by input.ordinality), array_agg(known.id order by input.ordinality)
    into contact_ids, conversation_ids
    -- by channel, as a merge locks them
    from (select * from unnest(inputs) with ordinality as one order by one.channel_id) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.source = ''
        and known.type = identity_type_of(input.address, input.user_id)
        and known.value = identity_value_of(input.address, input.user_id)
      limit 1
    ) as identity on true
    left join lateral (
      select known.id from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
      -- neither merged nor deleted before this is committed
      for key share
    ) as known on true;
    exit when array_position(conversation_ids, null) is null;
    looks := require_few_looks(looks);
    -- somebody is new, or was just merged, and is found next time
    perform ensure_recipients(array(
      select recipient(
        input.organization_id, input.channel_id,
        identity_type_of(input.address, input.user_id), identity_value_of(input.address, input.user_id)
      )
      from unnest(inputs) as input
    ));
  end loop;

  if not is_listened_to then
    positions := event_positions(organizations);
    moment := ulid_time(clock_timestamp());
  end if;
  with placed as (
    select input.n, input.organization_id, input.id, input.channel_id,
      conversation_ids[input.ordinality] as conversation_id, contact_ids[input.ordinality] as contact_id,
      input.type, input.address, input.user_id,
      input.content, input.media_ids, input.metadata, input.broadcast_id, coalesce(input.priority, 1) as priority,
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
      content, metadata, status_history, scheduled_at, expires_at, priority, broadcast_id, created_at, updated_at
    )
    select organization_id, id, channel_id, conversation_id, contact_id, 'outbound', type, status, address, user_id,
      content, metadata, history_entry(status, created_at), scheduled_at, expires_at, nullif(priority, 1),
      broadcast_id, created_at, created_at
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
  select array_agg(event) filter (where is_listened_to), array_agg(n), array_agg(conversation_id)
  into announced, accepted, places
  from located;
  if is_listened_to then
    listeners := listening_for_previews(organizations);
    if cardinality(listeners) > 0 then
      announced := announced || preview_events(inputs, listeners);
    end if;
    perform emit_events(announced);
  end if;

  if may_overtake then
    perform hurry_earlier(inputs);
  end if;
  perform wake_lane(lane.organization_id, 'channel', lane.channel_id, daemon)
  from (select distinct input.organization_id, input.channel_id from unnest(inputs) as input order by 2) as lane;

  return query
    select one.n, 'accepted'::text, null::text, one.conversation_id
    from unnest(accepted, places) as one (n, conversation_id);
end $$;

/*
 * Those of some organisations that have an endpoint subscribed to conversation.updated. For an accepted message that
 * event says no more than message.status_update, so it is written only if somebody receives it: most sends write one
 * event less.
 */
create or replace function listening_for_previews(organizations text[]) returns text[]
-- plpgsql keeps its plan; before Postgres 18, an SQL function is planned again in each transaction
language plpgsql stable as $$
begin
  return array(
    select distinct target.organization_id from webhook_endpoints as target
    where target.organization_id = any (organizations) and target.takes_events
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
      newest.id
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
      select known.status, known.assignee_id from conversations as known
      where known.organization_id = newest.organization_id and known.id = newest.conversation_id
      limit 1
    ) as conversation
  );
end $$;

/*
 * The rows of a batch that may not be sent: conversation_not_found (the channel
 * has no such conversation), recipient_mismatch (the conversation named is not
 * the one with this recipient), suppressed_recipient
 * (response: the reason) or outside_service_window (response: when the
 * recipient last wrote, if ever). A message that was accepted earlier under the
 * same idempotency key is not checked again.
 */
create or replace function refusals_of(inputs accept_input[])
returns table (n integer, outcome text, response text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select input.n, verdict.outcome, case verdict.outcome
      when 'suppressed_recipient' then suppressed.reason
      when 'outside_service_window' then iso_time(conversation.last_inbound_at)
    end
    from unnest(inputs) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.source = ''
        and known.type = identity_type_of(input.address, input.user_id)
        and known.value = identity_value_of(input.address, input.user_id)
      limit 1
    ) as identity on true
    left join lateral (
      select known.id, known.last_inbound_at from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
    ) as conversation on true
    left join lateral (
      select suppression_of(
        input.organization_id, identity.contact_id,
        is_marketing(input.organization_id, input.channel_id, input.type, input.content)
      ) as reason
    ) as suppressed on input.addressed
    left join lateral (
      select true as found from idempotency_keys as known
      where known.organization_id = input.organization_id and known.key = input.idempotency_key
        and known.created_at >= now() - key_lifetime()
      limit 1
    ) as kept on true
    cross join lateral (
      select case
        when current_conversation(input.organization_id, input.conversation_id) <> coalesce(conversation.id, '') then case
          when exists (
            select from conversations as named
            where named.organization_id = input.organization_id
              and named.id = current_conversation(input.organization_id, input.conversation_id)
              and named.channel_id = input.channel_id
          ) then 'recipient_mismatch' else 'conversation_not_found' end
        when suppressed.reason is not null then 'suppressed_recipient'
        when input.needs_window
          and coalesce(conversation.last_inbound_at, '-infinity') <= now() - interval '24 hours'
          then 'outside_service_window'
      end as outcome
    ) as verdict
    where verdict.outcome is not null and kept.found is null;
end $$;

/*
 * Claims the idempotency keys of a batch, all at once, as claim_key does. Returns the rows whose
 * key was taken before, by an earlier transaction or an earlier row; null when none was.
 */
create or replace function claim_idempotency_keys(inputs accept_input[]) returns integer[]
language plpgsql as $$
declare
  repeated integer[];
begin
  with firsts as (
    select distinct on (input.organization_id, input.idempotency_key) input.*
    from unnest(inputs) as input
    where input.idempotency_key is not null
    order by input.organization_id, input.idempotency_key, input.n
  ), claimed as (
    insert into idempotency_keys as kept (organization_id, key, fingerprint, status, response)
    select organization_id, idempotency_key, fingerprint, 201, response from firsts
    on conflict (organization_id, key) do update set
      fingerprint = excluded.fingerprint, status = excluded.status, response = excluded.response,
      claimed_until = excluded.claimed_until, created_at = now()
      where kept.created_at < now() - key_lifetime() or kept.claimed_until < now()
    returning organization_id, key
  )
  select array_agg(input.n) into repeated
  from unnest(inputs) as input
  where input.idempotency_key is not null and input.n not in (
    select firsts.n from firsts join claimed
      on claimed.organization_id = firsts.organization_id and claimed.key = firsts.idempotency_key
  );
  return repeated;
end $$;
