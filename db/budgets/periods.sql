/* When the period began in which a moment is. */
create or replace function period_began(period text, time_zone text, at timestamptz) returns timestamptz
language sql stable parallel safe as $$ select date_trunc(period, at, time_zone) $$;

/* When the period ends that began then, and the next one begins. */
create or replace function period_ends(period text, time_zone text, began_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select (began_at at time zone time_zone + ('1 ' || period)::interval) at time zone time_zone
$$;

/* What is spent of a budget in the period that began then. */
create or replace function budget_spent(organization text, budget text, began timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(amount), 0) from budget_spending
  where organization_id = organization and budget_id = budget and began_at = began
$$;
