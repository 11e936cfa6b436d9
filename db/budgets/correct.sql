/* Corrects the free answers that are taken, and then what is spent, where what is expected or charged has changed; null: not. */
create or replace function correct_counts(answers free_answers[], corrections budget_change[]) returns void
language plpgsql as $$
begin
  if answers is not null then
    perform take_free_answers(answers);
  end if;
  if corrections is not null then
    perform correct_budgets(corrections);
  end if;
end $$;

/*
 * Corrects what is spent by how much the cost of messages has changed. It only adds, so that it never waits for those who
 * accept messages. A line that is crossed is said at once, unless messages are accepted at this moment: then the next of
 * them says it.
 */
create or replace function correct_budgets(changes budget_change[]) returns void
language plpgsql as $$
declare
  charges budget_charge[];
begin
  -- mostly there is none
  if not exists (
    select from budgets as known
    where known.organization_id = any (array(select change.organization_id from unnest(changes) as change))
  ) then
    return;
  end if;
  with added as (
    insert into budget_spending (organization_id, budget_id, began_at, amount)
    select known.organization_id, known.id, period_began(known.period, known.time_zone, change.at), sum(change.amount)
    from unnest(changes) as change
    join budgets as known on known.organization_id = change.organization_id and known.currency = change.currency
      and is_of_budget(known, change.channel_id, change.author, change.broadcast_id)
    group by 1, 2, 3
    having sum(change.amount) <> 0
    returning organization_id, budget_id, began_at, amount
  )
  select array_agg(row(null, organization_id, budget_id, began_at, amount, false)::budget_charge) into charges
  from added where amount > 0;
  perform alert_of_budgets(array(
    select charge from unnest(charges) as charge
    join (
      select organization_id, id from budgets as known
      where known.organization_id = any (array(select one.organization_id from unnest(charges) as one))
        and known.id = any (array(select one.budget_id from unnest(charges) as one))
      order by organization_id, id
      for no key update skip locked
    ) as free on free.organization_id = charge.organization_id and free.id = charge.budget_id
  ), '{}');
end $$;

/* Whether the cost of a message is known, so that its end changes nothing but by that. */
create or replace function is_charged(organization text, message uuid) returns boolean
language sql stable as $$
  select exists (
    select from message_costs as known where known.organization_id = organization and known.message_id = message
  )
$$;
