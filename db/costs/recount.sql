-- Counts anew what messages cost since a day: another price holds for it now. What the platform reported of them stays.

/*
 * Keeps what is charged in an organisation as it is while it is counted anew, until the transaction ends. Those who charge
 * share it (settle_costs), and hold other locks already: who counts has it alone, and then waits for nobody.
 */
create or replace function hold_charges(organization text, is_alone boolean) returns void
language plpgsql as $$
begin
  if is_alone then
    perform pg_advisory_xact_lock(hashtextextended('charges ' || organization, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('charges ' || organization, 0));
  end if;
end $$;

/* Has the job go on from a time on, once however often it is queued. */
create or replace function queue_recount(organization text, at timestamptz) returns void
language sql as $$
  select graphile_worker.add_job(
    'recount_costs', json_build_object('organization_id', organization), run_at => at,
    job_key => 'recount_costs:' || organization, max_attempts => 1000, priority => 10
  )
$$;

/*
 * Has all organisations with official numbers count their costs anew since a day, and queues the job for each. What is
 * under way begins again, as early as any of both asked for.
 */
create or replace function ask_recounts(first_day date) returns void
language sql as $$
  with asked as (
    insert into cost_recounts as known (organization_id, since, said_since, settles_at)
    select distinct channel.organization_id, first_day, first_day, now() + interval '10 seconds' from channels as channel
    where channel.platform = 'whatsapp_official'
    order by 1
    on conflict (organization_id) do update set
      since = least(known.since, excluded.since), said_since = least(known.said_since, excluded.said_since), stage = 'charges', day = null, message_id = null, participant = '',
      places = '{}', settles_at = excluded.settles_at
    returning organization_id
  )
  select queue_recount(organization_id, now()) from asked
$$;

/* Has broadcasts try again that wait for a budget, now that other prices hold: what refused them may cost less. */
create or replace function retry_broadcasts(organization text) returns void
language plpgsql as $$
begin
  perform resume_broadcast(organization, held.id) from (
    select known.id from broadcasts as known
    where known.organization_id = organization and waits_for_budget(known)
    order by known.id
    for update
  ) as held;
end $$;

/* By what messages are counted together: the key of `places`. */
create or replace function count_key(unit text, market text, counted text, day date) returns text
language sql stable as $$
  select jsonb_build_array(unit, market, counted, to_char(day, 'YYYY-MM'))::text
$$;

/* Places, with so many messages more of each key as it is among the keys; or, with a sign of -1, fewer. */
create or replace function add_places(places jsonb, keys text[], sign integer) returns jsonb
language sql immutable as $$
  select places || coalesce(jsonb_object_agg(key, coalesce((places ->> key)::bigint, 0) + sign * messages), '{}')
  from (select key, count(*) as messages from unnest(keys) as key group by 1) as changed
$$;

/*
 * Behind how many messages the count of an organisation stands, of those that are counted together, when it is past a
 * message; null where it is not, or nothing is counted. Such a message takes the next place there, since those that follow
 * are placed behind it: the last place of the month would be given away twice.
 */
create or replace function recounted_before(
  organization text, of_unit text, of_market text, of_count text, of_day date, message uuid, of_participant text
) returns bigint
language sql stable as $$
  select coalesce((known.places ->> count_key(of_unit, of_market, of_count, of_day))::bigint, 0)
  from cost_recounts as known
  where known.organization_id = organization and known.stage = 'days' and of_count is not null
    and of_day >= date_trunc('month', known.since)::date
    and (of_day, message, of_participant) <= (
      known.day, coalesce(known.message_id, '00000000-0000-0000-0000-000000000000'), known.participant
    )
$$;

/* The places of a month, with those messages of a day up to one that were charged: their price stays. */
create or replace function count_places(
  organization text, of_day date, after_message uuid, after_participant text, last_message uuid, last_participant text,
  places jsonb
) returns jsonb
language sql stable as $$
  select places || coalesce(jsonb_object_agg(key, coalesce((places ->> key)::bigint, 0) + messages), '{}')
  from (
    select count_key(known.unit, known.market, known.counted, known.day) as key, count(*) as messages
    from message_costs as known
    where known.organization_id = organization and known.day = of_day and known.state = 'billed'
      and known.counted is not null
      and (known.message_id, known.participant) > (after_message, after_participant)
      and (known.message_id, known.participant) <= (last_message, last_participant)
    group by 1
  ) as counted
$$;

/*
 * Applies prices to what was charged on a day, from after one message up to another. Each price is of a channel, country
 * and category, as expected_costs takes it; `places` is how many were counted before. Corrects the sums, the counts of
 * volume tiers and the budgets by the difference. Returns the places after it. The same again changes nothing.
 */
create or replace function recount_charges(
  organization text, of_day date, after_message uuid, after_participant text, last_message uuid, last_participant text,
  places jsonb, prices json
) returns jsonb
language plpgsql as $$
#variable_conflict use_column
declare
  changes cost_change[];
  corrections budget_change[];
  counted_until jsonb;
begin
  with slice as materialized (
    select known.*, coalesce(price.currency, known.currency) as new_currency, price.basis as new_basis,
      price.tiers as new_tiers, price.market as new_market,
      case when known.state <> 'billed' then null else price.unit end as new_unit,
      case when known.state <> 'billed' then null else price.counted end as new_counted
    from message_costs as known
    join json_to_recordset(prices) as price (
      channel_id text, of_country text, of_category text, currency text, basis text, tiers text, unit text, market text,
      counted text
    ) on price.channel_id = known.channel_id and price.of_country = known.country and price.of_category = known.category
    where known.organization_id = organization and known.day = of_day
      -- the most that a template may cost is no card's
      and known.basis is distinct from 'max_price'
      and (known.message_id, known.participant) > (after_message, after_participant)
      and (known.message_id, known.participant) <= (last_message, last_participant)
  ), placed as materialized (
    select slice.*, count_key(new_unit, new_market, new_counted, day) as counts_by, row_number() over (
      partition by new_unit, new_market, new_counted order by message_id, participant
    ) + coalesce((places ->> count_key(new_unit, new_market, new_counted, day))::bigint, 0) as place
    from slice
  ), priced as materialized (
    select placed.*, case when state <> 'billed' then 0
      else tier_amount(new_tiers::jsonb, case when new_counted is null then 1 else place end)
    end as new_amount, (state <> 'refunded')::integer as counts
    from placed
  ), written as (
    update message_costs as known
    set currency = new_currency, amount = new_amount, residue = null, basis = new_basis, unit = new_unit, market = new_market,
      counted = new_counted
    from priced
    where known.organization_id = organization and known.message_id = priced.message_id
      and known.participant = priced.participant
      and (known.currency, known.amount, known.residue, known.basis, known.unit, known.market, known.counted)
        is distinct from (new_currency, new_amount, null, new_basis, new_unit, new_market, new_counted)
  ), moved as (
    insert into cost_counters as known (organization_id, unit, market, counted, month, messages)
    select organization, part.unit, part.market, part.counted, date_trunc('month', of_day)::date, sum(part.messages)
    from priced
    cross join lateral (
      values (unit, market, counted, -1), (new_unit, new_market, new_counted, 1)
    ) as part (unit, market, counted, messages)
    where state = 'billed' and part.counted is not null
    group by 2, 3, 4
    having sum(part.messages) <> 0
    order by 2, 3, 4
    on conflict (organization_id, unit, market, counted, month) do update set
      messages = known.messages + excluded.messages
  ), changed as (
    select priced.*, part.sign, part.of_currency, part.of_amount, message.contact_id, message.due_at
    from priced
    cross join lateral (
      values (-1, currency, amount + coalesce(residue, 0)), (1, new_currency, new_amount)
    ) as part (sign, of_currency, of_amount)
    left join lateral (
      select known.contact_id, coalesce(known.scheduled_at, known.created_at) as due_at from messages as known
      where known.organization_id = organization and known.id = priced.message_id
      limit 1
    ) as message on true
    where (currency, amount + coalesce(residue, 0)) is distinct from (new_currency, new_amount)
  )
  select
    (select array_agg(row(
      organization, day, channel_id, category, country, key, broadcast_id, contact_id, template, of_currency,
      sign * counts, sign * (state = 'free')::integer, sign * (of_amount is null)::integer, sign * coalesce(of_amount, 0),
      messaging_account_id
    )::cost_change) from changed),
    (select array_agg(row(
      organization, channel_id, key, broadcast_id, due_at, sign * of_amount, of_currency
    )::budget_change) from changed where due_at is not null and of_amount <> 0),
    (select places || coalesce(jsonb_object_agg(counts_by, place), '{}') from (
      select counts_by, max(place) as place from placed where new_counted is not null group by counts_by
    ) as last_of_them)
  into changes, corrections, counted_until;
  if changes is not null then
    perform add_costs(changes);
  end if;
  if corrections is not null then
    perform correct_budgets(corrections);
  end if;
  return counted_until;
end $$;
