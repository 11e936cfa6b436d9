/*
 * Deliveries of one transaction to one endpoint wait together, as one item of its lane: a bundle. An item for each of
 * them would be a row to write, to index and to delete again. A bundle names those that are still to be made. It is
 * found by the id of each of them, which ends with the bundle's number. A retry, or a delivery that a person requested,
 * waits by itself.
 */

/* The most deliveries that wait together: with more of them, the row would be moved out of line. */
create or replace function most_together() returns integer
language sql immutable parallel safe as $$ select 40 $$;

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

/* The items that stand for some deliveries, locked, in one order. */
create or replace function lock_deliveries(organization text, ids text[]) returns setof lane_items
language plpgsql
-- everything is looked up by key: a plan for the values of one batch would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select item.* from (
      select id from unnest(ids) as id union select bundle_of(id) from unnest(ids) as id order by id
    ) as wanted
    -- lateral with a limit: always a look-up by key; before Postgres 17, an array of keys might read all that waits
    cross join lateral (
      select * from lane_items as known
      where known.organization_id = organization and known.item_id = wanted.id and known.kind = 'endpoint'
        and deliveries_of(known) && ids
      limit 1
      for update
    ) as item;
end $$;

/* Takes deliveries out of their lane, whether they wait together with others or by themselves. */
create or replace function remove_deliveries(organization text, gone text[]) returns void
language plpgsql as $$
declare
  item lane_items;
begin
  for item in select * from lock_deliveries(organization, gone) loop
    if deliveries_of(item) <@ gone then
      delete from lane_items where organization_id = organization and item_id = item.item_id;
    else
      update lane_items set deliveries = array(select id from unnest(item.deliveries) as id where id <> all (gone))
      where organization_id = organization and item_id = item.item_id;
    end if;
  end loop;
end $$;

/* Lets deliveries that wait together with others wait by themselves, due when they were. */
create or replace function set_apart(organization text, ids text[]) returns void
language plpgsql as $$
declare
  bundle lane_items;
  alone text[];
begin
  for bundle in
    select * from lock_deliveries(organization, ids) as item where item.deliveries is not null
  loop
    alone := array(select id from unnest(bundle.deliveries) as id where id = any (ids));
    perform remove_deliveries(organization, alone);
    perform take_apart(organization, alone);
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select organization, 'endpoint', bundle.lane_id, id, id, bundle.due_at from unnest(alone) as id;
  end loop;
end $$;
