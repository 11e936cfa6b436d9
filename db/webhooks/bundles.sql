/*
 * Deliveries of one transaction to one endpoint wait together, as one item of its lane: a bundle. An item for each of
 * them would be a row to write, to index and to delete again. A bundle names those that are still to be made. It is
 * found by the id of each of them, which ends with the bundle's number. What is tried again, or was asked for, waits by
 * itself.
 */

/* The most deliveries that wait together: with more of them, the row would be moved out of line. */
create or replace function most_together() returns integer
language sql immutable parallel safe as $$ select 40 $$;

/* Whether an id is one of a delivery. */
create or replace function is_delivery(id text) returns boolean
language sql immutable parallel safe as $$ select starts_with(id, 'dlv_') $$;

/* The id of the bundle that a delivery would be in: its time, and the number with which its id ends. */
create or replace function bundle_of(delivery text) returns text
language sql immutable parallel safe as $$
  select left(delivery, 14) || right(delivery, 8)
$$;

/* The id of the item for deliveries of one bundle; one delivery alone needs none but its own. */
create or replace function item_of(deliveries text[]) returns text
language sql immutable parallel safe as $$
  select case when cardinality(deliveries) = 1 then deliveries[1] else bundle_of(deliveries[1]) end
$$;

/* The deliveries that an item of an endpoint's lane stands for. */
create or replace function deliveries_of(item lane_items) returns text[]
language sql immutable parallel safe as $$
  select coalesce(item.deliveries, array[item.item_id])
$$;

/* Takes deliveries out of their lane: those that wait together, and those that wait by themselves. */
create or replace function remove_deliveries(organization text, gone text[]) returns void
language plpgsql
-- everything is looked up by key: a plan for the values of one batch would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
declare
  bundles text[] := array(select distinct bundle_of(id) from unnest(gone) as id);
begin
  delete from lane_items as item
  where item.organization_id = organization and item.item_id = any (gone) and item.kind = 'endpoint';

  -- what is taken out at the same time, elsewhere, is seen by the next statement
  perform from lane_items as item
  where item.organization_id = organization and item.item_id = any (bundles) and item.deliveries && gone
  order by item.item_id
  for update;
  if not found then
    return;
  end if;
  delete from lane_items as item
  where item.organization_id = organization and item.item_id = any (bundles) and item.deliveries <@ gone;
  update lane_items as item set deliveries = array(select id from unnest(item.deliveries) as id where id <> all (gone))
  where item.organization_id = organization and item.item_id = any (bundles) and item.deliveries && gone;
end $$;

/* Lets deliveries that wait together with others wait by themselves, due when they were. */
create or replace function set_apart(organization text, ids text[]) returns void
language plpgsql as $$
declare
  alone lane_items[];
begin
  select array_agg(item order by item.item_id) into alone
  from (
    select * from lane_items as known
    where known.organization_id = organization and known.item_id = any (array(select bundle_of(id) from unnest(ids) as id))
      and known.deliveries && ids
    order by known.item_id
    for update
  ) as item;
  if alone is null then
    return;
  end if;
  perform remove_deliveries(organization, array(
    select id from unnest(alone) as item cross join unnest(item.deliveries) as id where id = any (ids)
  ));
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'endpoint', item.lane_id, id, id, item.due_at
  from unnest(alone) as item cross join unnest(item.deliveries) as id
  where id = any (ids);
end $$;
