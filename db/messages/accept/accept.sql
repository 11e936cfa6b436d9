/*
 * Accepts a batch of outbound messages in one transaction: idempotency
 * records, contacts and conversations of new recipients, message rows, lane
 * items, events, and one wake-up a lane. Every row of the batch gets one
 * outcome: accepted, replayed (with the first response), key_reused (the same
 * idempotency key with another request) or a refusal, see refusals_of,
 * hold_files, refused_by_holders, refused_by_guards and refuse_beyond_budgets. An
 * accepted one comes with its conversation, and those of `starting` with whether
 * their first attempt was begun, see begin_accepted. A lane that `daemon` drains is
 * not woken: that daemon looks by itself once this is committed.
 * Rows are written in key order, so that two daemons never deadlock.
 */
create or replace function accept_messages(batch json, daemon text default null, starting uuid[] default null)
returns table (n integer, outcome text, response text, conversation_id text, begun boolean)
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
  is_guarded boolean;
  asks_holders boolean;
  may_overtake boolean;
  is_listened_to boolean;
  has_budgets boolean;
  refusals json;
  beyond json;
  fresh accept_input[];
  repeated integer[];
  contact_ids text[];
  conversation_ids text[];
  changing_ids text[];
  begun_ids uuid[];
  -- of each; null where nothing has a price
  costs jsonb[];
begin
  select array_agg(distinct input.organization_id), array_agg(distinct input.channel_id),
    bool_or(input.needs_window or input.conversation_id is not null or input.media_ids is not null),
    bool_or(input.idempotency_key is not null), bool_or(input.guard is not null),
    bool_or(input.holding is not null), coalesce(bool_or(input.priority <> normal_priority()), false)
  into organizations, channels, may_be_refused, has_keys, is_guarded, asks_holders, may_overtake
  from unnest(inputs) as input;
  -- 1. What the batch needs, in one statement: each takes as long to begin and to end as to run
  select
    may_be_refused or exists (
      select from suppressions as known where known.organization_id = any (organizations)
    ) or exists (
      select from contact_consents as known
      where known.organization_id = any (organizations) and known.channel = 'whatsapp' and known.state = 'denied'
    ),
    may_overtake or exists (
      select from lane_items as item
      where item.lane_id = any (channels) and item.priority = low_priority() and item.state <> 'sending'
    ),
    has_listeners(organizations),
    exists (select from budgets as known where known.organization_id = any (organizations))
  into may_be_refused, may_overtake, is_listened_to, has_budgets;

  -- 2. Refuse those that may not be sent.
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
    return query select * from answered_refusals(refusals);
    inputs := without_refused(inputs, refusals);
  end if;

  if asks_holders then
    refusals := (select json_agg(refusal) from refused_by_holders(inputs) as refusal);
    return query select * from answered_refusals(refusals);
    inputs := without_refused(inputs, refusals);
  end if;

  if is_guarded then
    refusals := (select json_agg(refusal) from refused_by_guards(inputs) as refusal);
    return query select * from answered_refusals(refusals);
    inputs := without_refused(inputs, refusals);
  end if;

  -- 3. Leave aside those that were accepted before.
  fresh := inputs;
  if has_keys then
    repeated := claim_idempotency_keys(inputs);
  end if;
  if repeated is not null then
    fresh := array(select input from unnest(inputs) as input where input.n <> all (repeated));
  end if;

  -- 4. Know what the others cost: where there is no rate card, nothing has a price. Refuse what is too much.
  if exists (select from unnest(fresh) as input where input.cost is not null) then
    costs := expected_costs(fresh);
    if has_budgets then
      beyond := refuse_beyond_budgets(inputs, fresh, costs);
    end if;
  end if;
  if beyond is not null then
    return query select * from answered_refusals(beyond);
    select coalesce(array_agg(fresh[place] order by place), '{}'), array_agg(costs[place] order by place)
    into fresh, costs
    from generate_subscripts(fresh, 1) as place
    where (fresh[place]).n not in (select refusal.n from json_to_recordset(beyond) as refusal (n integer));
  end if;

  -- 5. Answer those that were accepted before with their first response.
  if cardinality(repeated) > 0 then
    return query
      select input.n, case when earlier.outcome = 'replayed' and earlier.status = 202 then 'waits_already' else earlier.outcome end,
        earlier.response, null::text, false
      from unnest(inputs) as input
      cross join lateral earlier_answer(input.organization_id, input.idempotency_key, input.fingerprint) as earlier
      where input.n = any (repeated);
  end if;
  inputs := fresh;
  if cardinality(inputs) = 0 then
    return;
  end if;

  -- 6. Write them down, with what is announced of them.
  select found.contact_ids, found.conversation_ids, found.changing_ids
  into contact_ids, conversation_ids, changing_ids
  from recipients_of(inputs) as found;
  perform write_accepted(inputs, contact_ids, conversation_ids, costs, organizations, is_listened_to);
  if exists (select from unnest(costs) as cost where cost ? 'taken') then
    perform take_free_answers(array(
      select free_answer_of(input.organization_id, costs[input.ordinality], 1)
      from unnest(inputs) with ordinality as input
      where costs[input.ordinality] ? 'taken'
    ));
  end if;

  -- 7. Have them sent, in their order.
  if asks_holders then
    perform settle_holders(inputs, conversation_ids);
  end if;
  if may_overtake then
    perform hurry_earlier(inputs);
  end if;
  perform wake_lane(lane.organization_id, 'channel', lane.channel_id, daemon)
  from (select distinct input.organization_id, input.channel_id from unnest(inputs) as input order by 2) as lane;

  if starting is not null then
    begun_ids := begin_accepted(inputs, starting, daemon);
  end if;

  -- 8. Note which conversations that answers, or makes a user's: in most of them nobody waits.
  if changing_ids is not null then
    perform note_answers(answered.organization_id, answered.ids)
    from (
      select input.organization_id, array_agg(conversation_ids[input.ordinality]) as ids
      from unnest(inputs) with ordinality as input
      where conversation_ids[input.ordinality] = any (changing_ids)
      group by input.organization_id
      order by input.organization_id
    ) as answered;
  end if;

  return query
    select input.n, 'accepted'::text, null::text, conversation_ids[input.ordinality],
      coalesce(input.id = any (begun_ids), false)
    from unnest(inputs) with ordinality as input;
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
