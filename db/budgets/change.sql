-- What follows from a change of a budget.

/* Counts what messages that were accepted before a budget was made cost in the period that is now, and in later ones. */
create or replace function count_earlier(organization text, budget text) returns void
language sql as $$
  insert into budget_spending (organization_id, budget_id, began_at, amount)
  select organization, budget, period_began(known.period, known.time_zone, earlier.due_at), sum(earlier.amount)
  from budgets as known
  cross join lateral (
    select coalesce(message.scheduled_at, message.created_at) as due_at,
      coalesce(charged.currency, message.cost ->> 'currency') as currency,
      case when charged.message_id is not null then charged.amount + coalesce(charged.residue, 0)
        when not is_end(message.status) then (message.cost ->> 'amount')::numeric end as amount
    from messages as message
    left join message_costs as charged on charged.organization_id = organization and charged.message_id = message.id
    where message.organization_id = organization and message.direction = 'outbound'
      -- as early as a message of this period can have been scheduled
      and message.id >= uuid_bound(period_began(known.period, known.time_zone, now()) - interval '31 days')
      and is_of_budget(known, message.channel_id, message.author, message.broadcast_id)
  ) as earlier
  where known.organization_id = organization and known.id = budget and earlier.amount <> 0
    and earlier.currency = known.currency and earlier.due_at >= period_began(known.period, known.time_zone, now())
  group by 3
$$;

/* Has broadcasts continue that a budget stopped, now that it may have room. To be called before the budget is locked. */
create or replace function release_broadcasts(organization text, budget text) returns void
language sql as $$
  select resume_broadcast(organization, held.id) from (
    select known.id from broadcasts as known
    where known.organization_id = organization and known.status = 'stopped'
      and known.stopped_by::json ->> 'budget_id' = budget
    order by known.id
    for update
  ) as held
$$;

/* Lets a budget say again that it crosses those lines that it is below, now that it was changed. */
create or replace function forget_alerts(organization text, budget text) returns void
language sql as $$
  delete from budget_alerts as said using budgets as known
  where known.organization_id = organization and known.id = budget
    and said.organization_id = organization and said.budget_id = budget
    and budget_spent(organization, budget, said.began_at)
      < known.amount * case said.kind when 'warned' then known.warn_at else 1 end
$$;

/* Deletes a budget and what was counted of it; false when there is none. */
create or replace function delete_budget(organization text, budget text) returns boolean
language plpgsql as $$
begin
  perform release_broadcasts(organization, budget);
  delete from budgets where organization_id = organization and id = budget;
  if not found then
    return false;
  end if;
  delete from budget_spending where organization_id = organization and budget_id = budget;
  delete from budget_alerts where organization_id = organization and budget_id = budget;
  return true;
end $$;
