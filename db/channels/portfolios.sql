-- How many people all numbers of a portfolio together may write to unprompted within 24 hours.

/* How many people a limit of Meta's names: null when there is no limit, or one that nobody knows. */
create or replace function people_of_limit(messaging_limit text) returns integer
language sql immutable as $$
  select case
    when messaging_limit ~ '^[0-9]{1,9}$' then messaging_limit::integer
    when messaging_limit ~ '^TIER_[0-9]{1,6}K?$'
      then substring(messaging_limit from '[0-9]+')::integer * case when messaging_limit like '%K' then 1000 else 1 end
  end
$$;

/* The portfolio of a channel; the channel itself, as long as its portfolio is not known. */
create or replace function portfolio_of(organization text, channel text) returns text
language sql stable as $$
  select coalesce(known.portfolio_id, known.id) from channels as known
  where known.organization_id = organization and known.id = channel
$$;

/* Gives a channel's limit to its portfolio, and to the other numbers of that. Tells every daemon. */
create or replace function share_messaging_limit(organization text, channel text) returns void
language plpgsql as $$
declare
  portfolio text := portfolio_of(organization, channel);
  given text := (
    select known.messaging_limit from channels as known
    where known.organization_id = organization and known.id = channel and known.deleted_at is null
  );
begin
  if given is null then
    return;
  end if;
  insert into portfolios as known (organization_id, id, messaging_limit)
  values (organization, portfolio, people_of_limit(given))
  on conflict (organization_id, id) do update set messaging_limit = excluded.messaging_limit
    where known.messaging_limit is distinct from excluded.messaging_limit;
  perform recount_portfolio(organization, portfolio);
  perform pg_notify('waypost_channel_changed', changed.id) from (
    select other.id from channels as other
    where other.organization_id = organization and other.portfolio_id = portfolio and other.deleted_at is null
      and other.messaging_limit is distinct from given
  ) as changed;
  update channels as other set messaging_limit = given, updated_at = now()
  where other.organization_id = organization and other.portfolio_id = portfolio and other.deleted_at is null
    and other.messaging_limit is distinct from given;
end $$;

/* Forgets who was last written to more than 24 hours ago; returns how many people are left. Holds the portfolio's row. */
create or replace function recount_portfolio(organization text, portfolio text) returns integer
language plpgsql as $$
declare
  gone integer;
  counted integer;
begin
  perform from portfolios as known where known.organization_id = organization and known.id = portfolio for update;
  delete from portfolio_people as person
  where person.organization_id = organization and person.portfolio_id = portfolio
    and person.called_at <= now() - interval '24 hours';
  get diagnostics gone = row_count;
  update portfolios as known set people = known.people - gone
  where known.organization_id = organization and known.id = portfolio and gone > 0;
  select known.people into counted from portfolios as known
  where known.organization_id = organization and known.id = portfolio;
  return counted;
end $$;
