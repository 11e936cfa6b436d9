/*
 * Applies prices to what is expected of messages that were not delivered yet (`given`: id, and price as expected_costs takes
 * it; null: none holds). One that had none is expected anew; of another only the price changes, as it takes its free answer
 * already. Corrects the budgets by the difference. Returns how many are left, because somebody moves them on now: waiting
 * for those who wait to charge would have no end.
 */
create or replace function recount_expected(organization text, given json) returns bigint
language plpgsql as $$
#variable_conflict use_column
declare
  held uuid[];
  inputs accept_input[];
  fresh jsonb[];
  corrections budget_change[];
  answers free_answers[];
  left_over bigint;
begin
  with locked as materialized (
    select known.id, known.cost, known.channel_id, known.address, known.user_id, known.scheduled_at
    from messages as known
    where known.organization_id = organization
      and known.id = any (array(select one.id from json_to_recordset(given) as one (id uuid)))
    order by known.id
    for no key update skip locked
  )
  select json_array_length(given) - count(*), array_agg(locked.id), array_agg(
    json_populate_record(null::accept_input, json_build_object(
      'organization_id', organization, 'id', locked.id, 'channel_id', channel_id, 'address', address,
      'user_id', user_id, 'scheduled_at', scheduled_at, 'cost', one.price
    )) order by locked.id
  ) filter (where locked.cost is null and one.price is not null)
  into left_over, held, inputs
  from locked
  join json_to_recordset(given) as one (id uuid, price json) on one.id = locked.id;
  fresh := expected_costs(coalesce(inputs, '{}'));

  with priced as materialized (
    select known.id, known.cost as old, known.channel_id, known.author, known.broadcast_id,
      coalesce(known.scheduled_at, known.created_at) as due_at,
      coalesce(
        (select fresh[input.ordinality] from unnest(inputs) with ordinality as input where input.id = known.id),
        known.cost || jsonb_build_object(
          'amount', case when known.cost ->> 'type' <> 'regular' then 0 else tier_amount(
            (one.price ->> 'tiers')::jsonb, counted_messages(
              organization, one.price ->> 'unit', one.price ->> 'market', one.price ->> 'counted',
              (one.price ->> 'day')::date
            ) + 1
          ) end, 'currency', coalesce(one.price -> 'currency', known.cost -> 'currency'), 'basis', one.price -> 'basis'
        ) || case when one.price -> 'people' is not null then jsonb_build_object('people', one.price -> 'people') else '{}' end
      ) as new
    from json_to_recordset(given) as one (id uuid, price jsonb)
    join messages as known on known.organization_id = organization and known.id = one.id
    where known.id = any (held) and not is_end(known.status) and not is_charged(organization, known.id)
  ), written as (
    update messages as known set cost = priced.new
    from priced
    where known.organization_id = organization and known.id = priced.id and known.cost is distinct from priced.new
  )
  select array_agg(
    row(organization, channel_id, author, broadcast_id, due_at, part.sign * part.amount, part.currency)::budget_change
  ) filter (where part.amount <> 0),
    array_agg(free_answer_of(organization, priced.new, 1)) filter (where part.sign = 1 and old is null and new ? 'taken')
  into corrections, answers
  from priced
  cross join lateral (
    values (-1, (old ->> 'amount')::numeric, old ->> 'currency'), (1, (new ->> 'amount')::numeric, new ->> 'currency')
  ) as part (sign, amount, currency);
  perform correct_counts(answers, corrections);
  return left_over;
end $$;
