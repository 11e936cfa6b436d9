/*
 * What the messages of a batch are expected to cost, in its order, as records of messages have it; null for those that
 * come without a price. A price (`cost` of the input): currency, category, country, basis, tiers (text of JSON, see tier_amount), day,
 * and by what is counted: unit, market, counted.
 *
 * Free are the first answers of a number's month, and everything to a person within three days of the answer to what they
 * wrote from an advertisement, if that answer came within a day.
 */
create or replace function expected_costs(inputs accept_input[]) returns jsonb[]
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return array(
    select case when input.cost is not null then jsonb_build_object(
      'amount', case when free.type is null then tier_amount((input.cost ->> 'tiers')::jsonb, so_far.messages + 1) else 0 end,
      'currency', input.cost -> 'currency',
      'category', input.cost -> 'category',
      'type', coalesce(free.type, 'regular'),
      'country', input.cost -> 'country',
      'basis', input.cost -> 'basis'
    ) end
    from unnest(inputs) with ordinality as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.source = ''
        and known.type = identity_type_of(input.address, input.user_id)
        and known.value = identity_value_of(input.address, input.user_id)
      limit 1
    ) as identity on input.cost is not null
    left join lateral (
      select known.free_until > now() or opens_free_time(known) as is_free from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
    ) as conversation on true
    left join lateral (
      select counted_messages(
        input.organization_id, input.cost ->> 'unit', input.cost ->> 'market', input.cost ->> 'counted',
        (input.cost ->> 'day')::date
      ) as messages
    ) as so_far on input.cost is not null
    left join lateral (
      select case
        when conversation.is_free then 'free_entry_point'
        when input.cost ->> 'category' = 'service' and so_far.messages < free_answers() then 'free_customer_service'
      end as type
    ) as free on true
    order by input.ordinality
  );
end $$;

/* Whether an answer in a conversation makes messages free from then on. */
create or replace function opens_free_time(conversation conversations) returns boolean
language sql stable as $$
  select coalesce(
    conversation.advertised_at > now() - interval '24 hours'
    and coalesce(conversation.free_until < conversation.advertised_at, true),
    false
  )
$$;

/* Begins the free time of those of some conversations whose person waits for the first answer to an advertisement. */
create or replace function open_free_time(organizations text[], conversation_ids text[]) returns void
language sql as $$
  update conversations as answered set free_until = now() + interval '72 hours'
  from (
    select known.organization_id, known.id from conversations as known
    where known.organization_id = any (organizations) and known.id = any (conversation_ids) and opens_free_time(known)
    order by known.organization_id, known.id
    for no key update
  ) as locked
  where answered.organization_id = locked.organization_id and answered.id = locked.id
$$;
