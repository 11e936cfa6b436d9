/*
 * What the messages of a batch are expected to cost, in its order, as records of messages have it; null for those that
 * come without a price. A price (`cost` of the input): currency, category, country, basis, tiers (text of JSON, see tier_amount), day,
 * by what is counted: unit, market, counted, and of an answer `number`, whose free answers are counted.
 *
 * Free are the first answers of a number's month, and everything to a person within three days of the answer to what they
 * wrote from an advertisement, if that answer comes within a day: as it is when the message is due. One that takes a free
 * answer has `taken` (number, month), for take_free_answers; one to a group has `people`, what each of them costs; one of a
 * template with a maximum price has that as `at_most`.
 */
create or replace function expected_costs(inputs accept_input[]) returns jsonb[]
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return array(
    select case when judged.cost is not null then jsonb_build_object(
      'amount', case when free.type is null then tier_amount((judged.cost ->> 'tiers')::jsonb, so_far.messages + 1) else 0 end,
      'currency', judged.cost -> 'currency',
      'category', judged.cost -> 'category',
      'type', coalesce(free.type, 'regular'),
      'country', judged.cost -> 'country',
      'basis', judged.cost -> 'basis'
    ) || case when free.type = 'free_customer_service' then jsonb_build_object(
      'taken', jsonb_build_object('number', judged.number, 'month', judged.month)
    ) when judged.cost ? 'people' then jsonb_build_object('people', judged.cost -> 'people')
      when judged.cost ->> 'basis' = 'max_price' then jsonb_build_object(
        'at_most', tier_amount((judged.cost ->> 'tiers')::jsonb, 1)
      ) else '{}' end end
    from (
      select input.ordinality, input.organization_id, input.cost, answer.number, answer.month, conversation.is_free,
        -- among those of the batch
        count(*) filter (where conversation.is_free is not true) over (
          partition by input.organization_id, answer.number, answer.month order by input.ordinality
        ) as place
      from unnest(inputs) with ordinality as input
      cross join lateral (
        select input.cost ->> 'number' as number, date_trunc('month', (input.cost ->> 'day')::date)::date as month
      ) as answer
      -- lateral with a limit: always a look-up by key, whatever the statistics say
      left join lateral (
        select known.contact_id from contact_identities as known
        where known.organization_id = input.organization_id and known.source = ''
          and known.type = identity_type_of(input.address, input.user_id)
          and known.value = identity_value_of(input.address, input.user_id)
        limit 1
      ) as identity on input.cost is not null
      left join lateral (
        select is_free_at(known, greatest(input.scheduled_at, now())) as is_free from conversations as known
        where known.organization_id = input.organization_id and known.channel_id = input.channel_id
          and known.contact_id = identity.contact_id
        limit 1
      ) as conversation on true
    ) as judged
    left join lateral (
      select counted_messages(
        judged.organization_id, judged.cost ->> 'unit', judged.cost ->> 'market', judged.cost ->> 'counted',
        (judged.cost ->> 'day')::date
      ) as messages
    ) as so_far on judged.cost is not null
    left join lateral (
      select case
        when judged.is_free then 'free_entry_point'
        when judged.number is not null
          and free_answers_taken(judged.organization_id, judged.number, judged.month) + judged.place <= free_answers()
          then 'free_customer_service'
      end as type
    ) as free on true
    order by judged.ordinality
  );
end $$;

/* Whether an answer in a conversation at a moment makes messages free from then on. */
create or replace function opens_free_time(conversation conversations, at timestamptz) returns boolean
language sql stable as $$
  select coalesce(
    conversation.advertised_at > at - interval '24 hours'
    and coalesce(conversation.free_until < conversation.advertised_at, true),
    false
  )
$$;

/* Whether a message of a conversation is free that is due at a moment, because of an advertisement. */
create or replace function is_free_at(conversation conversations, at timestamptz) returns boolean
language sql stable as $$
  select coalesce(conversation.free_until > at, false) or opens_free_time(conversation, at)
$$;

/*
 * Begins the free time of conversations whose person waits for the first answer to an advertisement, now
 * that one was sent.
 */
create or replace function open_free_time(organizations text[], conversation_ids text[]) returns void
language sql as $$
  update conversations as answered set free_until = now() + interval '72 hours'
  from (
    select known.organization_id, known.id from conversations as known
    where known.organization_id = any (organizations) and known.id = any (conversation_ids)
      and opens_free_time(known, now())
    order by known.organization_id, known.id
    for no key update
  ) as locked
  where answered.organization_id = locked.organization_id and answered.id = locked.id
$$;

/*
 * An expected cost as records show it. If nobody is known to be in a group, its price is not known; budgets count one
 * person.
 */
create or replace function shown_expected(cost jsonb) returns jsonb
language sql immutable parallel safe as $$
  select cost - '{taken,people,at_most}'::text[]
    || case when cost -> 'people' ? '' then '{"amount": null, "state": "expected"}' else '{"state": "expected"}' end::jsonb
$$;
