/*
 * Adds to the sums of costs, in one order. Each change is in six of them, so that any question reads few rows: by day and
 * by month with all that it is counted by; by day with channel and category alone (total); and by month with one thing
 * more than these (country, key, broadcast). Sums by contact, by template and by messaging account have tables of their own.
 */
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
    case when span in ('day', 'total') then change.day else date_trunc('month', change.day)::date end,
    change.channel_id, change.category, case when span in ('day', 'month', 'country') then change.country else '' end,
    case when span in ('day', 'month', 'key') then change.key else '' end,
    case when span in ('day', 'month', 'broadcast') then change.broadcast_id else '' end,
    change.currency, sum(change.messages), sum(change.free), sum(change.unpriced), sum(change.amount)
  from unnest(changes) as change 
  cross join unnest(array['day', 'month', 'total', 'country', 'key', 'broadcast']) as span
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

  insert into cost_templates as known (
    organization_id, at, template, channel_id, category, currency, messages, free, unpriced, amount
  )
  select change.organization_id, change.day, change.template, change.channel_id, change.category, change.currency,
    sum(change.messages), sum(change.free), sum(change.unpriced), sum(change.amount)
  from unnest(changes) as change
  where change.template is not null
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, at, template, channel_id, category, currency) do update set
    messages = known.messages + excluded.messages, free = known.free + excluded.free,
    unpriced = known.unpriced + excluded.unpriced, amount = known.amount + excluded.amount;

  insert into cost_accounts as known (
    organization_id, at, messaging_account_id, channel_id, category, country, currency, messages, free, unpriced, amount
  )
  select change.organization_id, change.day, change.messaging_account_id, change.channel_id, change.category,
    change.country, change.currency, sum(change.messages), sum(change.free), sum(change.unpriced), sum(change.amount)
  from unnest(changes) as change
  where change.messaging_account_id is not null
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, at, messaging_account_id, channel_id, category, country, currency) do update set
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

/* The channels that a number of Meta's was, and is: removed and added again, it is another. */
create or replace function channels_of_number(organization text, channel text) returns text[]
language sql stable as $$
  select array(
    select known.id from channels as mine
    join channels as known on known.organization_id = organization
      and (known.id = channel or known.phone_number_id = mine.phone_number_id)
    where mine.organization_id = organization and mine.id = channel
  )
$$;
