-- How many people all numbers of a portfolio together may write to unprompted within 24 hours, whosever channels they
-- are. Who counts is kept for each organisation; see db/channels/waiting-for-room.sql for those who don't fit in.

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

/* Whether the people whom a channel writes to unprompted are limited. */
create or replace function has_messaging_limit(organization text, channel text) returns boolean
language sql stable as $$
  select exists (
    select from portfolios as known
    where known.id = portfolio_of(organization, channel) and known.messaging_limit is not null
  )
$$;

/* Keeps others from counting a portfolio's people until the end of the transaction: before any lane item is locked. */
create or replace function lock_portfolio(organization text, channel text) returns void
language plpgsql as $$
begin
  perform from portfolios as known where known.id = portfolio_of(organization, channel) for update;
end $$;

/* Gives a channel's limit to its portfolio, and to the other numbers of that. Notifies every daemon. */
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
  insert into portfolios as known (id, messaging_limit) values (portfolio, people_of_limit(given))
  on conflict (id) do update set messaging_limit = excluded.messaging_limit
    where known.messaging_limit is distinct from excluded.messaging_limit;
  if found then
    perform fill_portfolio(portfolio);
  end if;
  perform pg_notify('waypost_channel_changed', changed.id) from (
    select other.id from channels as other
    where coalesce(other.portfolio_id, other.id) = portfolio and other.deleted_at is null
      and other.messaging_limit is distinct from given
  ) as changed;
  update channels as other set messaging_limit = given, updated_at = now()
  where coalesce(other.portfolio_id, other.id) = portfolio and other.deleted_at is null
    and other.messaging_limit is distinct from given;
end $$;

/* Forgets who was last written to more than 24 hours ago; returns how many people are left. Holds the portfolio's row. */
create or replace function recount_portfolio(portfolio text) returns integer
language plpgsql as $$
declare
  gone integer;
  counted integer;
begin
  perform from portfolios as known where known.id = portfolio for update;
  delete from portfolio_people as person
  where person.portfolio_id = portfolio and person.called_at <= now() - portfolio_window();
  get diagnostics gone = row_count;
  update portfolios as known set people = known.people - gone where known.id = portfolio and gone > 0;
  select known.people into counted from portfolios as known where known.id = portfolio;
  return counted;
end $$;

/*
 * Counts the people of messages (`counted` of `message_ids`) that are about to be sent outside a service window, and
 * holds back those for whom the portfolio has no room. Returns the ids of the others. Takes the portfolio's row before
 * any item's, as a change of its limit does.
 */
create or replace function hold_new_people(organization text, channel text, message_ids uuid[], counted uuid[])
returns uuid[]
language plpgsql as $$
declare
  portfolio text := portfolio_of(organization, channel);
  room integer;
  taken integer := 0;
  person record;
  over text[] := '{}';
begin
  if not has_messaging_limit(organization, channel) then
    return message_ids;
  end if;
  perform recount_portfolio(portfolio);
  room := (select known.messaging_limit - known.people from portfolios as known where known.id = portfolio);
  for person in
    select item.item_id, conversation.contact_id
    from unnest(counted) with ordinality as wanted (id, place)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.item_id, known.order_key from lane_items as known
      where known.organization_id = organization and known.item_id = wanted.id::text and known.state <> 'sending'
        and end_of(known.expires_at, known.due_at) > now()
      limit 1
    ) as item
    cross join lateral (
      select known.contact_id from conversations as known
      where known.organization_id = organization and known.id = item.order_key
        and coalesce(known.last_inbound_at, '-infinity') <= now() - service_window()
      limit 1
    ) as conversation
    where wanted.id = any (message_ids)
    order by wanted.place
  loop
    update portfolio_people as known set
      called_before = case when known.message_id::text = person.item_id then known.called_before else known.called_at end,
      called_at = now(), message_id = person.item_id::uuid
    where known.portfolio_id = portfolio and known.organization_id = organization
      and known.contact_id = person.contact_id;
    if found then
      continue;
    elsif room is null or room > taken then
      taken := taken + 1;
      insert into portfolio_people (portfolio_id, organization_id, contact_id, called_at, message_id)
      values (portfolio, organization, person.contact_id, now(), person.item_id::uuid);
    else
      over := over || person.item_id;
    end if;
  end loop;
  update portfolios as known set people = known.people + taken where known.id = portfolio and taken > 0;
  perform wait_for_room(organization, portfolio, over);
  return array(select id from unnest(message_ids) as id where id::text <> all (over));
end $$;

/*
 * Takes back the places of people whom messages were counted for that then failed: Meta counts whom it delivers to.
 * Others may go in their place.
 */
create or replace function give_places_back(organization text, channel text, message_ids uuid[]) returns void
language plpgsql as $$
declare
  portfolio text := portfolio_of(organization, channel);
  refused text[];
  gone integer;
begin
  if not has_messaging_limit(organization, channel) then
    return;
  end if;
  perform recount_portfolio(portfolio);
  refused := array(
    select person.contact_id from messages as message
    join portfolio_people as person on person.portfolio_id = portfolio and person.organization_id = organization
      and person.contact_id = message.contact_id and person.message_id = message.id
    where message.organization_id = organization and message.id = any (message_ids) and message.status = 'failed'
  );
  update portfolio_people as known set called_at = known.called_before, called_before = null, message_id = null
  where known.portfolio_id = portfolio and known.organization_id = organization
    and known.contact_id = any (refused) and known.called_before > now() - portfolio_window();
  delete from portfolio_people as known
  where known.portfolio_id = portfolio and known.organization_id = organization
    and known.contact_id = any (refused) and known.message_id = any (message_ids);
  get diagnostics gone = row_count;
  if gone > 0 then
    update portfolios as known set people = known.people - gone where known.id = portfolio;
    perform fill_portfolio(portfolio);
  end if;
end $$;
