-- What follows from a change of a budget.

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
  delete from budgets where organization_id = organization and id = budget;
  if not found then
    return false;
  end if;
  delete from budget_spending where organization_id = organization and budget_id = budget;
  delete from budget_alerts where organization_id = organization and budget_id = budget;
  return true;
end $$;
