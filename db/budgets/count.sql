-- Budgets: what accepted messages are expected to cost counts against them in the transaction that accepts them.

/* Whether a message is one of those that a budget is about. */
create or replace function is_of_budget(known budgets, channel text, author text, broadcast text) returns boolean
language sql immutable parallel safe as $$
  select case known.scope
    when 'organization' then true
    when 'channel' then known.scope_id = channel
    when 'key' then known.scope_id = author
    when 'user' then known.scope_id = author
    when 'broadcast' then known.scope_id = broadcast
  end is true
$$;

/* Whether a budget that is exhausted refuses messages of a category. */
create or replace function budget_stops(stop text, category text) returns boolean
language sql immutable parallel safe as $$
  select case stop
    -- also to a group
    when 'marketing' then category ~ '^(group_)?marketing'
    when 'all_but_authentication' then category not like 'authentication%'
    else false
  end
$$;

/*
 * Counts what the messages of a batch are expected to cost (`costs`, in the order of `inputs`: amount, currency, category)
 * against the budgets that they are of, each in the period in which it is due. Returns those that a budget has no room
 * for: its stop names them, and their price is more than is left of it. They count nowhere. What costs nothing is never
 * refused. Emits the alerts of lines that are crossed. Batches that share a budget wait for each other from here to
 * their end: together they never spend more than there is.
 */
create or replace function count_on_budgets(inputs accept_input[], costs jsonb[])
returns table (n integer, outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  charges budget_charge[] := lock_budgets(inputs, costs);
  refused budget_charge[];
begin
  if cardinality(charges) = 0 then
    return;
  end if;
  -- statements after the lock see what those counted who had it before
  refused := beyond_budgets(charges);
  perform add_to_budgets(array(
    select charge from unnest(charges) as charge
    where charge.n not in (select one.n from unnest(refused) as one)
  ));
  perform alert_of_budgets(charges, refused);
  return query
    select one.n, 'budget_exhausted'::text, budget_refusal(known, one.began_at, place.spent, one.amount)
    from unnest(refused) as one
    join (
      select distinct charge.organization_id, charge.budget_id, charge.began_at,
        budget_spent(charge.organization_id, charge.budget_id, charge.began_at) as spent
      from unnest(refused) as charge
    ) as place
      on place.organization_id = one.organization_id and place.budget_id = one.budget_id and place.began_at = one.began_at
    join budgets as known on known.organization_id = one.organization_id and known.id = one.budget_id;
end $$;

/*
 * Refuses those of a batch's new messages that budgets have no room for: theirs, and those that repeat them within the
 * batch (`inputs` is all of it). Their idempotency keys are free again. Null when there are none.
 */
create or replace function refuse_beyond_budgets(inputs accept_input[], fresh accept_input[], costs jsonb[]) returns json
language plpgsql as $$
declare
  refusals json := (select json_agg(refusal) from count_on_budgets(fresh, costs) as refusal);
begin
  if refusals is null then
    return null;
  end if;
  delete from idempotency_keys as kept
  using json_to_recordset(refusals) as refusal (n integer), unnest(fresh) as input
  where input.n = refusal.n and kept.organization_id = input.organization_id and kept.key = input.idempotency_key;
  return (
    select json_agg(json_build_object('n', input.n, 'outcome', refusal.outcome, 'response', refusal.response))
    from json_to_recordset(refusals) as refusal (n integer, outcome text, response text)
    join unnest(fresh) as first on first.n = refusal.n
    join unnest(inputs) as input on input.n = first.n
      or input.organization_id = first.organization_id and input.idempotency_key = first.idempotency_key
  );
end $$;

/* What each message of a batch counts in which budgets; locks these, in one order. */
create or replace function lock_budgets(inputs accept_input[], costs jsonb[]) returns budget_charge[]
language plpgsql as $$
declare
  locked budgets[];
  -- empty: the organisation
  scopes text[] := '{""}' || array(
    select distinct scope.id from unnest(inputs) as input
    cross join lateral unnest(array[input.channel_id, input.author, input.broadcast_id]) as scope (id)
    where scope.id is not null
  );
begin
  locked := array(
    select known from budgets as known
    where known.organization_id = any (array(select input.organization_id from unnest(inputs) as input))
      and known.scope_id = any (scopes) and exists (
        select from unnest(inputs) with ordinality as input
        where input.organization_id = known.organization_id and costs[input.ordinality] ->> 'currency' = known.currency
          and (costs[input.ordinality] ->> 'amount')::numeric > 0
          and is_of_budget(known, input.channel_id, input.author, input.broadcast_id)
      )
    order by known.organization_id, known.id
    for no key update
  );
  return array(
    select row(
      input.n, known.organization_id, known.id,
      period_began(known.period, known.time_zone, greatest(input.created_at, input.scheduled_at)),
      (cost.value ->> 'amount')::numeric, budget_stops(known.stop, cost.value ->> 'category')
    )::budget_charge
    from unnest(inputs) with ordinality as input
    cross join lateral (select costs[input.ordinality] as value) as cost
    join unnest(locked) as known on known.organization_id = input.organization_id
    where cost.value ->> 'currency' = known.currency and (cost.value ->> 'amount')::numeric > 0
      and is_of_budget(known, input.channel_id, input.author, input.broadcast_id)
    order by input.ordinality, known.id
  );
end $$;

/* Those charges for which their budgets have no room: of each message the first. Earlier messages go first. */
create or replace function beyond_budgets(charges budget_charge[]) returns budget_charge[]
language plpgsql as $$
declare
  left_of jsonb;
  is_short boolean;
  message record;
  charge budget_charge;
  refused budget_charge[] := '{}';
begin
  select jsonb_object_agg(place.key, known.amount - place.spent),
    bool_or(place.stops and place.spent + place.wanted > known.amount)
  into left_of, is_short
  from (
    select one.organization_id, one.budget_id, budget_place(one) as key, sum(one.amount) as wanted,
      bool_or(one.stops) as stops, budget_spent(one.organization_id, one.budget_id, one.began_at) as spent
    from unnest(charges) as one
    group by one.organization_id, one.budget_id, one.began_at, budget_place(one)
  ) as place
  join budgets as known on known.organization_id = place.organization_id and known.id = place.budget_id;
  -- mostly there is room for all
  if not is_short then
    return refused;
  end if;
  for message in
    select array_agg(one order by one.budget_id) as charges from unnest(charges) as one group by one.n order by one.n
  loop
    charge := (
      select one from unnest(message.charges) as one
      where one.stops and (left_of ->> budget_place(one))::numeric < one.amount
      limit 1
    );
    if charge.budget_id is not null then
      refused := refused || charge;
    else
      left_of := left_of || (
        select jsonb_object_agg(budget_place(one), (left_of ->> budget_place(one))::numeric - one.amount)
        from unnest(message.charges) as one
      );
    end if;
  end loop;
  return refused;
end $$;

/* The key of a charge's budget and period. */
create or replace function budget_place(charge budget_charge) returns text
language sql stable as $$ select charge.budget_id || ' ' || charge.began_at $$;

/* Adds charges to what is spent; now and then makes the additions of a period one. Their budgets are locked. */
create or replace function add_to_budgets(charges budget_charge[]) returns void
language plpgsql as $$
declare
  long record;
begin
  for long in
    with added as (
      insert into budget_spending (organization_id, budget_id, began_at, amount)
      select charge.organization_id, charge.budget_id, charge.began_at, sum(charge.amount)
      from unnest(charges) as charge
      group by charge.organization_id, charge.budget_id, charge.began_at
      returning organization_id, budget_id, began_at, number
    )
    -- so often that few are left to add up, and seldom enough to cost little
    select organization_id, budget_id, began_at from added where number % 53 = 0
  loop
    with gone as (
      delete from budget_spending as known
      where known.organization_id = long.organization_id and known.budget_id = long.budget_id
        and known.began_at = long.began_at
      returning amount
    )
    insert into budget_spending (organization_id, budget_id, began_at, amount)
    select long.organization_id, long.budget_id, long.began_at, sum(amount) from gone having sum(amount) <> 0;
  end loop;
end $$;
