-- Which lines budgets have crossed: each is said once in a period, and again when room was given back in between.

/* Emits the alerts of budgets, which are locked, whose spending changed by some charges, or which refused some. */
create or replace function alert_of_budgets(charges budget_charge[], refused budget_charge[]) returns void
language plpgsql as $$
declare
  announced event_input[];
begin
  perform forget_alerts_before(charges, refused);
  with place as (
    select known, charge.began_at, budget_spent(charge.organization_id, charge.budget_id, charge.began_at) as spent,
      exists (
        select from unnest(refused) as one
        where one.organization_id = charge.organization_id and one.budget_id = charge.budget_id
          and one.began_at = charge.began_at
      ) as has_refused
    from (select distinct organization_id, budget_id, began_at from unnest(charges)) as charge
    join budgets as known on known.organization_id = charge.organization_id and known.id = charge.budget_id
  ), crossed as (
    select place.*, kind.name, kind.nth
    from place
    cross join lateral (
      values (1, 'warned', spent >= (known).amount * (known).warn_at),
        (2, 'exhausted', has_refused or spent >= (known).amount)
    ) as kind (nth, name, is_crossed)
    where kind.is_crossed
  ), written as (
    insert into budget_alerts (organization_id, budget_id, began_at, kind, spent)
    select (known).organization_id, (known).id, began_at, name, spent from crossed
    on conflict do nothing
    returning organization_id, budget_id, began_at, kind
  )
  select array_agg(
    budget_event('budget.' || crossed.name, crossed.known, crossed.began_at, crossed.spent)
    order by (crossed.known).id, crossed.nth
  ) into announced
  from crossed
  join written on written.organization_id = (crossed.known).organization_id and written.budget_id = (crossed.known).id
    and written.began_at = crossed.began_at and written.kind = crossed.name;
  perform emit_events(announced);
end $$;

/*
 * Lets budgets say again that they cross those lines that they were below before some charges, of which some were refused:
 * room was given back since they said it.
 */
create or replace function forget_alerts_before(charges budget_charge[], refused budget_charge[]) returns void
language sql as $$
  delete from budget_alerts as said
  using (
    select charge.organization_id, charge.budget_id, charge.began_at,
      budget_spent(charge.organization_id, charge.budget_id, charge.began_at) - coalesce(sum(charge.amount) filter (
        where not exists (select from unnest(refused) as one where one.n = charge.n)
      ), 0) as spent
    from unnest(charges) as charge
    group by 1, 2, 3
  ) as before
  join budgets as known on known.organization_id = before.organization_id and known.id = before.budget_id
  where said.organization_id = before.organization_id and said.budget_id = before.budget_id
    and said.began_at = before.began_at and before.spent < said.spent
    and before.spent < known.amount * case said.kind when 'warned' then known.warn_at else 1 end
$$;

/*
 * What a refused message is answered with: the budget in the period that began then, with so much spent, the message's
 * price, and all of it in words (detail).
 */
create or replace function budget_refusal(known budgets, began_at timestamptz, spent numeric, price numeric) returns text
language sql stable as $$
  select json_build_object(
    'budget', json_build_object(
      'id', known.id, 'scope', known.scope, 'scope_id', nullif(known.scope_id, ''), 'period', known.period,
      'amount', known.amount, 'currency', known.currency, 'spent', spent, 'price', price,
      'begins_again_at', iso_time(ends.at)
    ),
    'detail', format(
      words_of('budget_exhausted'), known.id, spent, known.amount, known.currency, iso_time(ends.at), known.id
    )
  )::text
  from (select period_ends(known.period, known.time_zone, began_at) as at) as ends
$$;
