/* Adds to the sums of costs, in one order. */
create or replace function add_costs(changes cost_change[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  insert into cost_sums as known (
    organization_id, span, at, channel_id, category, country, key, broadcast_id, currency,
    messages, free, unpriced, amount
  )
  select change.organization_id, span,
    case span when 'month' then date_trunc('month', change.day)::date else change.day end, change.channel_id,
    change.category, case when span = 'total' then '' else change.country end,
    case when span = 'total' then '' else change.key end, case when span = 'total' then '' else change.broadcast_id end,
    change.currency, sum(change.messages), sum(change.free), sum(change.unpriced), sum(change.amount)
  from unnest(changes) as change cross join unnest(array['day', 'month', 'total']) as span
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (organization_id, span, at, channel_id, category, country, key, broadcast_id, currency) do update set
    messages = known.messages + excluded.messages, free = known.free + excluded.free,
    unpriced = known.unpriced + excluded.unpriced, amount = known.amount + excluded.amount;

  insert into cost_contacts as known (
    organization_id, contact_id, at, channel_id, category, currency, messages, free, unpriced, amount
  )
  select change.organization_id, change.contact_id, date_trunc('month', change.day)::date, change.channel_id,
    change.category, change.currency, sum(change.messages), sum(change.free), sum(change.unpriced), sum(change.amount)
  from unnest(changes) as change
  -- who was deleted meanwhile is not counted again
  where exists (
    select from contacts as known
    where known.organization_id = change.organization_id and known.id = change.contact_id
  )
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, contact_id, at, channel_id, category, currency) do update set
    messages = known.messages + excluded.messages, free = known.free + excluded.free,
    unpriced = known.unpriced + excluded.unpriced, amount = known.amount + excluded.amount;
end $$;

/* Gives what one contact cost to another. */
create or replace function merge_costs(organization text, kept text, gone text) returns void
language sql as $$
  with old as (
    delete from cost_contacts where organization_id = organization and contact_id = gone returning *
  )
  insert into cost_contacts as known (
    organization_id, contact_id, at, channel_id, category, currency, messages, free, unpriced, amount
  )
  select organization, kept, at, channel_id, category, currency, messages, free, unpriced, amount from old
  order by at, channel_id, category, currency
  on conflict (organization_id, contact_id, at, channel_id, category, currency) do update set
    messages = known.messages + excluded.messages, free = known.free + excluded.free,
    unpriced = known.unpriced + excluded.unpriced, amount = known.amount + excluded.amount
$$;
