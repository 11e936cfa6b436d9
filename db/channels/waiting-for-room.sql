-- Messages over a portfolio's limit: each waits for the moment when it is its turn, so that no more are looked at than go.

/* What waits for room in a portfolio, on any of its numbers. */
create or replace function waiting_for_room(portfolio text) returns setof lane_items
language sql stable as $$
  select item.* from channels as number
  cross join lateral (
    select * from lane_items as known
    where known.lane_id = number.id and known.held_reason = 'messaging_limit' and known.state <> 'sending'
      and known.organization_id = number.organization_id and known.kind = 'channel'
  ) as item
  where coalesce(number.portfolio_id, number.id) = portfolio and number.deleted_at is null
$$;

/*
 * Has messages wait, behind those that wait already: the first until the first of those who count leaves, the second
 * until the second does; when all have left, those who then count leave a day later. Without an end of its own, a
 * message ends a day after its turn. People who come later than expected make it wait again.
 */
create or replace function wait_for_room(organization text, portfolio text, message_ids text[]) returns void
language plpgsql as $$
declare
  ahead integer := (select count(*) from waiting_for_room(portfolio) as item where item.due_at > now());
  counted integer := greatest(1, (select known.people from portfolios as known where known.id = portfolio));
begin
  if cardinality(message_ids) = 0 then
    return;
  end if;
  -- in one order, as when they are let go
  perform from lane_items as item
  where item.organization_id = organization and item.item_id = any (message_ids) order by item.item_id for update;
  update lane_items as item set held = true, held_reason = 'messaging_limit', due_at = turn.at
  from (
    select wanted.id, coalesce(leaving.called_at, now())
      + portfolio_window() * (1 + (ahead + wanted.place - 1) / counted) as at
    from unnest(message_ids) with ordinality as wanted (id, place)
    left join (
      select person.called_at, row_number() over (order by person.called_at) - 1 as place
      from portfolio_people as person where person.portfolio_id = portfolio
    ) as leaving on leaving.place = (ahead + wanted.place - 1) % counted
  ) as turn
  where item.organization_id = organization and item.item_id = turn.id and item.state <> 'sending';
end $$;

/* Lets as many of those go that wait longest as a portfolio has room for; never waits for what others hold. */
create or replace function fill_portfolio(portfolio text) returns void
language plpgsql as $$
declare
  room integer := (
    select known.messaging_limit - known.people from portfolios as known where known.id = portfolio
  );
  lane record;
begin
  -- null is no limit
  if room <= 0 then
    return;
  end if;
  for lane in
    with next as (
      -- those whose turn it is already will take their part of the room
      select item.organization_id, item.item_id, item.due_at from waiting_for_room(portfolio) as item
      order by item.due_at limit room
    ), free as (
      select item.organization_id, item.item_id from next
      join lane_items as item on item.organization_id = next.organization_id and item.item_id = next.item_id
      where next.due_at > now() and item.state <> 'sending'
      for update of item skip locked
    ), freed as (
      update lane_items as item set due_at = now() from free
      where item.organization_id = free.organization_id and item.item_id = free.item_id
      returning item.organization_id, item.lane_id
    )
    select distinct freed.organization_id, freed.lane_id from freed order by 2
  loop
    perform wake_lane(lane.organization_id, 'channel', lane.lane_id);
  end loop;
end $$;

/* Lets messages go that waited for room in some conversations: whose people wrote may be written to. */
create or replace function release_people(organization text, channel text, conversations text[]) returns void
language plpgsql as $$
begin
  -- in one order, as when they are held back
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
