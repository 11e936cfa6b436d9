/*
 * Accepts a batch of outbound messages in one transaction: idempotency
 * records, contacts and conversations of new recipients, message rows, lane
 * items, events, and one wake-up a lane. Every row of the batch gets one
 * outcome: accepted, replayed (with the first response), key_reused (the same
 * idempotency key with another request) or conversation_not_found.
 * Rows are written in key order, so that two daemons never deadlock.
 */
create or replace function accept_messages(batch json)
returns table (n integer, outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  inputs accept_input[] := array(select input from json_populate_recordset(null::accept_input, batch) as input);
  misplaced integer[];
  repeated integer[];
  announced event_input[];
begin
  select array_agg(input.n) into misplaced
  from unnest(inputs) as input
  where input.conversation_id is not null and not is_conversation_with(input);
  if misplaced is not null then
    return query select unnest(misplaced), 'conversation_not_found'::text, null::text;
    inputs := array(select input from unnest(inputs) as input where input.n <> all (misplaced));
  end if;

  repeated := claim_idempotency_keys(inputs);
  if repeated is not null then
    return query
      select input.n, case when kept.fingerprint = input.fingerprint then 'replayed' else 'key_reused' end, kept.response
      from unnest(inputs) as input
      join idempotency_keys as kept on kept.organization_id = input.organization_id and kept.key = input.idempotency_key
      where input.n = any (repeated);
    inputs := array(select input from unnest(inputs) as input where input.n <> all (repeated));
  end if;

  perform ensure_recipients(array(
    select row(input.organization_id, input.channel_id, 'phone', input.address, null)::recipient_input
    from unnest(inputs) as input
  ));

  with located as (
    select input.n, input.organization_id, input.id, input.channel_id, conversation.id as conversation_id,
      identity.contact_id, input.type, input.address, input.content, input.metadata,
      input.scheduled_at, input.created_at,
      case when input.scheduled_at is null then 'queued' else 'scheduled' end as status
    from unnest(inputs) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.type = 'phone'
        and known.source = '' and known.value = input.address
      limit 1
    ) as identity
    cross join lateral (
      select known.id from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
    ) as conversation
    order by input.n
  ), written as (
    insert into messages (
      organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address,
      content, metadata, status_history, scheduled_at, created_at, updated_at
    )
    select organization_id, id, channel_id, conversation_id, contact_id, 'outbound', type, status, address,
      content, metadata, history_entry(status, created_at), scheduled_at, created_at, created_at
    from located
  ), queued as (
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization_id, 'channel', channel_id, id::text, conversation_id, coalesce(scheduled_at, now())
    from located
  )
  select array_agg(row(organization_id, channel_id, 'message.status_update', status_update_body(
    organization_id, conversation_id, channel_id, id, status, created_at, metadata => metadata
  ))::event_input)
  into announced from located;

  perform emit_events(announced);
  perform wake_lane(lane.organization_id, 'channel', lane.channel_id)
  from (select distinct input.organization_id, input.channel_id from unnest(inputs) as input order by 2) as lane;

  return query select input.n, 'accepted'::text, null::text from unnest(inputs) as input;
end $$;

/* Whether the conversation that a request names is the one with its recipient on its channel. */
create or replace function is_conversation_with(input accept_input) returns boolean
language sql stable as $$
  select exists (
    select from conversations as known
    join contact_identities as identity
      on identity.organization_id = known.organization_id and identity.contact_id = known.contact_id
      and identity.type = 'phone' and identity.source = '' and identity.value = input.address
    where known.organization_id = input.organization_id and known.id = input.conversation_id
      and known.channel_id = input.channel_id
  )
$$;

/*
 * Records the idempotency keys of a batch for 24 hours. Returns the rows whose
 * key was taken before, by an earlier transaction or an earlier row; null when none was.
 */
create or replace function claim_idempotency_keys(inputs accept_input[]) returns integer[]
language plpgsql as $$
declare
  repeated integer[];
begin
  if not exists (select from unnest(inputs) as input where input.idempotency_key is not null) then
    return null;
  end if;
  with firsts as (
    select distinct on (input.organization_id, input.idempotency_key) input.*
    from unnest(inputs) as input
    where input.idempotency_key is not null
    order by input.organization_id, input.idempotency_key, input.n
  ), claimed as (
    insert into idempotency_keys as kept (organization_id, key, fingerprint, status, response)
    select organization_id, idempotency_key, fingerprint, 201, response from firsts
    on conflict (organization_id, key) do update
      set fingerprint = excluded.fingerprint, response = excluded.response, created_at = now()
      where kept.created_at < now() - interval '24 hours'
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
