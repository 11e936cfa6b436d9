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

/* Whether the people whom a channel writes to unprompted are limited. */
create or replace function has_messaging_limit(organization text, channel text) returns boolean
language sql stable as $$
  select exists (
    select from portfolios as known
    where known.organization_id = organization and known.id = portfolio_of(organization, channel)
      and known.messaging_limit is not null
  )
$$;

/* Lets messages go that waited for room: those that still find none wait again. */
create or replace function release_portfolio(organization text, portfolio text) returns void
language plpgsql as $$
declare
  number record;
begin
  for number in
    select known.id from channels as known
    where known.organization_id = organization and portfolio in (known.portfolio_id, known.id)
      and known.deleted_at is null
    order by known.id
  loop
    perform from lane_items as item
    where item.organization_id = organization and item.lane_id = number.id and item.kind = 'channel'
      and item.state <> 'sending' and item.held and item.held_reason = 'messaging_limit'
    order by item.item_id for update;
    update lane_items as item set due_at = now(), held_reason = null
    where item.organization_id = organization and item.lane_id = number.id and item.kind = 'channel'
      and item.state <> 'sending' and item.held and item.held_reason = 'messaging_limit';
    if found then
      perform wake_lane(organization, 'channel', number.id);
    end if;
  end loop;
end $$;

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
  if found then
    perform release_portfolio(organization, portfolio);
  end if;
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

/*
 * Counts the people of messages (`counted` of `message_ids`) that are about to be sent outside a service window, and
 * holds back those for whom the portfolio has no room until somebody leaves the count. Returns the ids of the others.
 * Takes the portfolio's row before any item's, as whoever changes its limit does.
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
  perform recount_portfolio(organization, portfolio);
  room := (
    select known.messaging_limit - known.people from portfolios as known
    where known.organization_id = organization and known.id = portfolio
  );
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
        and coalesce(known.last_inbound_at, '-infinity') <= now() - interval '24 hours'
      limit 1
    ) as conversation
    order by wanted.place
  loop
    update portfolio_people as known set called_at = now()
    where known.organization_id = organization and known.portfolio_id = portfolio
      and known.contact_id = person.contact_id;
    if found then
      continue;
    elsif room is null or room > taken then
      taken := taken + 1;
      insert into portfolio_people (organization_id, portfolio_id, contact_id, called_at)
      values (organization, portfolio, person.contact_id, now());
    else
      over := over || person.item_id;
    end if;
  end loop;
  update portfolios as known set people = known.people + taken
  where known.organization_id = organization and known.id = portfolio and taken > 0;
  -- in one order, as whoever lets them go does
  perform from lane_items as item
  where item.organization_id = organization and item.item_id = any (over) order by item.item_id for update;
  -- without an end of its own, a message that waits for room ends a day after room comes
  update lane_items as item set held = true, held_reason = 'messaging_limit', due_at = coalesce(
    (
      select min(known.called_at) from portfolio_people as known
      where known.organization_id = organization and known.portfolio_id = portfolio
    ), now()
  ) + interval '24 hours'
  where item.organization_id = organization and item.item_id = any (over) and item.state <> 'sending';
  return array(select id from unnest(message_ids) as id where id::text <> all (over));
end $$;

/* Lets messages go that waited for room in some conversations: whose people wrote may be written to. */
create or replace function release_people(organization text, channel text, conversations text[]) returns void
language plpgsql as $$
begin
  -- in one order, as whoever holds them back does
  perform from lane_items as item
  where item.order_key = any (conversations) and item.held and item.organization_id = organization
    and item.held_reason = 'messaging_limit' and item.state <> 'sending'
  order by item.item_id for update;
  update lane_items as item set due_at = now(), held_reason = null
  where item.order_key = any (conversations) and item.held and item.organization_id = organization
    and item.held_reason = 'messaging_limit' and item.state <> 'sending';
  if found then
    perform wake_lane(organization, 'channel', channel);
  end if;
end $$;
