/* The amount of the message at a place of the month's (the first is 1), by tiers: a JSON array of { above, amount }. */
create or replace function tier_amount(tiers jsonb, place bigint) returns numeric
language sql immutable parallel safe as $$
  select (tier ->> 'amount')::numeric from jsonb_array_elements(tiers) as tier
  where (tier ->> 'above')::bigint < place
  order by (tier ->> 'above')::bigint desc
  limit 1
$$;

/* How many messages of a month are counted so far. */
create or replace function counted_messages(
  organization text, of_unit text, of_market text, of_count text, of_day date
) returns bigint
language sql stable as $$
  select coalesce((
    select known.messages from cost_counters as known
    where known.organization_id = organization and known.unit = of_unit and known.market = of_market
      and known.counted = of_count and known.month = date_trunc('month', of_day)::date
  ), 0)
$$;

/* So many answers of a number and month are free (Meta, "Pricing on the WhatsApp Business Platform", October 2026). */
create or replace function free_answers() returns bigint
language sql immutable parallel safe as $$ select 1000::bigint $$;
