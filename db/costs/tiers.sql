/* The amount of the message at a place of the month's (the first is 1), by tiers: a JSON array of { above, amount }. */
create or replace function tier_amount(tiers jsonb, place bigint) returns numeric
language sql immutable parallel safe as $$
  select (tier ->> 'amount')::numeric from jsonb_array_elements(tiers) as tier
  where (tier ->> 'above')::bigint < place
  order by (tier ->> 'above')::bigint desc
  limit 1
$$;

/* How many messages of a month are counted so far; as many as the platform says at least. */
create or replace function counted_messages(
  organization text, of_unit text, of_market text, of_count text, of_day date
) returns bigint
language sql stable as $$
  select coalesce((
    select max(known.messages) from cost_counters as known
    where known.organization_id = organization and known.unit = of_unit and known.market = of_market
      and known.counted in (of_count, of_count || '_reached') and known.month = date_trunc('month', of_day)::date
  ), 0)
$$;

/* So many answers of a number and month are free (Meta, "Pricing on the WhatsApp Business Platform", October 2026). */
create or replace function free_answers() returns bigint
language sql immutable parallel safe as $$ select 1000::bigint $$;

/* How many free answers of a number's month are taken: delivered, or accepted and expected to be free. */
create or replace function free_answers_taken(organization text, of_number text, of_month date) returns bigint
language sql stable as $$
  select coalesce(sum(known.answers), 0)::bigint from free_answers as known
  where known.organization_id = organization and known.number = of_number and known.month = of_month
$$;

/* Adds to the free answers that are taken (organization_id, number, month, answers); now and then adds up a month's rows. */
create or replace function take_free_answers(changes free_answers[]) returns void
language plpgsql as $$
declare
  long record;
begin
  for long in
    with added as (
      insert into free_answers (organization_id, number, month, answers)
      select change.organization_id, change.number, change.month, sum(change.answers) from unnest(changes) as change
      group by 1, 2, 3
      having sum(change.answers) <> 0
      returning organization_id, number, month, id
    )
    -- so often that few are left to add up, and seldom enough to cost little
    select organization_id, number, month from added where id % 53 = 0
  loop
    with gone as (
      delete from free_answers as known
      using (
        select one.id from free_answers as one
        where one.organization_id = long.organization_id and one.number = long.number and one.month = long.month
        for update skip locked
      ) as free
      where known.organization_id = long.organization_id and known.number = long.number and known.month = long.month
        and known.id = free.id
      returning known.answers
    )
    insert into free_answers (organization_id, number, month, answers)
    select long.organization_id, long.number, long.month, sum(answers) from gone having sum(answers) <> 0;
  end loop;
end $$;

/* What a message's expected cost, of which one of the free answers was taken, changes in them. */
create or replace function free_answer_of(organization text, cost jsonb, answers bigint) returns free_answers
language sql immutable parallel safe as $$
  select row(
    organization, cost #>> '{taken,number}', (cost #>> '{taken,month}')::date, null, answers
  )::free_answers
$$;

/*
 * Writes down that there were so many messages of a month at least (unit, market, counted, month, messages): the platform
 * says so. It is expected from then on; what is billed goes by what was delivered here, of which the platform may know more
 * by now than we do.
 */
create or replace function reach_tier(organization text, reached json) returns void
language sql as $$
  insert into cost_counters as known (organization_id, unit, market, counted, month, messages)
  values (
    organization, reached ->> 'unit', reached ->> 'market', reached ->> 'counted' || '_reached', (reached ->> 'month')::date,
    (reached ->> 'messages')::bigint
  )
  on conflict (organization_id, unit, market, counted, month) do update set
    messages = greatest(known.messages, excluded.messages)
$$;
