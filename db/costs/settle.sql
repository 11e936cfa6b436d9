/*
 * Writes down what reported statuses say about costs, of any number of channels. Each: organization_id, channel_id,
 * message_id (ours, if the platform echoed it), provider_message_id, number (of the channel), participant (of a group, or
 * empty), and state: billed or free of a delivered message,
 * with at, day, type and a price (see expected_costs); failed of one that may have been charged before.
 *
 * To be called at the end of a transaction: it locks what other numbers of the same business count in, too.
 */
create or replace function settle_costs(given json) returns void
language plpgsql as $$
declare
  changes cost_change[];
begin
  perform hold_charges(known.organization_id, false) from (
    select distinct status.organization_id from json_to_recordset(given) as status (organization_id text) order by 1
  ) as known;
  -- what comes behind a count takes a place there, one after the other
  perform from cost_recounts as counting
  where counting.stage = 'days' and counting.organization_id in (
    select status.organization_id from json_to_recordset(given) as status (organization_id text)
  )
  order by counting.organization_id
  for update;
  changes := delivered_costs(given);
  perform add_costs(changes || refunded_costs(given));
end $$;

/*
 * Writes the costs of messages that were delivered. A message costs once, whatever is reported again. One of which the
 * record is gone already costs, too, if the platform echoed its id. One that failed afterwards, of which the news came
 * first, is taken back at once. Returns what that adds to the sums.
 */
create or replace function delivered_costs(given json) returns cost_change[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  changes cost_change[];
  corrections budget_change[];
  answers free_answers[];
  used free_answers[];
begin
  with delivered as materialized (
    select distinct on (status.organization_id, message.id, about.participant) status.organization_id, status.channel_id, status.day,
      status.type, status.category, status.country, status.currency, status.basis, status.tiers, status.unit,
      status.market, status.number, about.participant, message.id, message.key, message.broadcast_id, message.contact_id,
      message.group_id, message.template, message.messaging_account_id, message.taken, message.at_most, message.people,
      case about.participant
        when '' then message.expected else share_of(message.people, about.participant)
      end as expected, message.due_at, case when message.failed_at >= status.at then 'refunded' else status.state end as state,
      case when message.failed_at >= status.at then null else status.counted end as counted,
      date_trunc('month', status.day)::date as month
    from rows from (json_to_recordset(given) as (
      organization_id text, channel_id text, message_id uuid, provider_message_id text, state text, at timestamptz,
      day date, type text, category text, country text, currency text, basis text, tiers text, unit text,
      market text, counted text, number text, participant text
    )) with ordinality as status (
      organization_id, channel_id, message_id, provider_message_id, state, at,
      day, type, category, country, currency, basis, tiers, unit, market, counted, number, participant, place
    )
    cross join lateral charged_message(
      status.organization_id, status.channel_id, status.message_id, status.provider_message_id
    ) as message
    cross join lateral (select coalesce(status.participant, '') as participant) as about
    where status.state in ('billed', 'free') and not exists (
      select from message_costs as known
      where known.organization_id = status.organization_id and known.message_id = message.id
        and known.participant = about.participant
    )
    order by status.organization_id, message.id, about.participant, status.place
  ), placed as materialized (
    select delivered.*, recounted_before(organization_id, unit, market, counted, day, id, participant) as recounted
    from delivered
  ), counted as (
    insert into cost_counters as known (organization_id, unit, market, counted, month, messages)
    select organization_id, unit, market, counted, month, count(*) from placed where counted is not null
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, unit, market, counted, month) do update set
      messages = known.messages + excluded.messages
    returning *
  ), priced as materialized (
    select delivered.*, case when delivered.state <> 'billed' then 0 else coalesce(at_most, tier_amount(
      delivered.tiers::jsonb, coalesce(
        delivered.recounted + row_number() over counted_together, so_far.messages - row_number() over counted_together + 1, 1
      )
    )) end as amount, case when delivered.people ? '' and not is_charged(delivered.organization_id, delivered.id)
      -- if nobody was known to be in the group, one person was expected: this is taken back with the first charge
      and row_number() over (partition by delivered.organization_id, delivered.id order by delivered.participant) = 1
      then (delivered.people ->> '')::numeric else 0
    end as stood_in
    from placed as delivered
    left join counted as so_far on so_far.organization_id = delivered.organization_id and so_far.unit = delivered.unit
      and so_far.market = delivered.market and so_far.counted = delivered.counted and so_far.month = delivered.month
    window counted_together as (
      partition by delivered.organization_id, delivered.unit, delivered.market, delivered.counted, delivered.month,
        delivered.recounted is null
      order by delivered.id, delivered.participant
    )
  ), moved as (
    update cost_recounts as known set places = add_places(known.places, late.keys, 1)
    from (
      select organization_id, array_agg(count_key(unit, market, counted, day)) as keys from placed
      where recounted is not null group by 1
    ) as late
    where known.organization_id = late.organization_id
  ), written as (
    insert into message_costs (
      organization_id, message_id, channel_id, state, day, currency, amount, category, type, country, basis, unit,
      market, counted, key, broadcast_id, participant, template, messaging_account_id
    )
    select organization_id, id, channel_id, state, day, currency, amount, category, type, coalesce(country, ''),
      case when at_most is null then basis else 'max_price' end, unit, market, counted, key, broadcast_id, participant,
      template, messaging_account_id
    from priced
  ), known_people as (
    insert into group_people (organization_id, channel_id, group_id, participant)
    select organization_id, channel_id, group_id, participant from priced
    where participant <> '' and group_id is not null and not exists (
      select from group_people as known
      where known.organization_id = priced.organization_id and known.channel_id = priced.channel_id
        and known.group_id = priced.group_id and (
          known.participant in (priced.participant, other_form_of(priced.participant))
          or known.phone in (priced.participant, other_form_of(priced.participant))
        )
    )
    order by 1, 2, 3, 4
    on conflict do nothing
  )
  select array_agg(row(
    organization_id, day, channel_id, category, coalesce(country, ''), key, broadcast_id, contact_id, template, currency,
    1, (state = 'free')::integer, (amount is null)::integer, coalesce(amount, 0), messaging_account_id
  )::cost_change) filter (where state <> 'refunded'), array_agg(row(
    organization_id, channel_id, key, broadcast_id, due_at, coalesce(amount, 0) - expected - stood_in, currency
  )::budget_change) filter (where coalesce(amount, 0) <> expected + stood_in),
    array_agg(free_answer_of(organization_id, jsonb_build_object('taken', taken), -1)) filter (where taken is not null)
      || array_agg(row(organization_id, number, month, null, 1)::free_answers) filter (
        where state = 'free' and type = 'free_customer_service' and category = 'service'
      ),
    array_agg(row(organization_id, number, month, null, 0)::free_answers) filter (
      where state = 'billed' and type = 'regular' and category = 'service'
    )
  into changes, corrections, answers, used from priced;
  if given::text like '%authentication_international%' then
    perform learn_international(given);
  end if;
  perform correct_counts(answers, corrections);
  if used is not null then
    perform use_free_answers(used);
  end if;
  return changes;
end $$;

/* A code that is billed at the international rate says that its business pays it in that country: of all its numbers. */
create or replace function learn_international(given json) returns void
language plpgsql as $$
declare
  bill record;
begin
  for bill in
    select status.organization_id, known.waba_id, status.country, min(status.day) as day
    from json_to_recordset(given) as status (
      organization_id text, channel_id text, state text, category text, country text, day date
    )
    join channels as known on known.organization_id = status.organization_id and known.id = status.channel_id
    where status.state = 'billed' and status.category = 'authentication_international'
      and not coalesce(known.international ? status.country, false)
    group by 1, 2, 3
  loop
    perform pg_notify('waypost_channel_changed', changed.id)
    from learn_country(bill.organization_id, bill.waba_id, bill.country, bill.day) as changed (id);
  end loop;
end $$;

create or replace function learn_country(organization text, account text, country text, since date) returns setof text
language sql as $$
  update channels as known
  set international = coalesce(known.international, '{}') || jsonb_build_object(country, since)
  where known.organization_id = organization and known.waba_id = account and known.deleted_at is null
  returning known.id
$$;

/* Says that the free answers of some numbers and months are used: Meta charged one that would be free otherwise. */
create or replace function use_free_answers(places free_answers[]) returns void
language sql as $$
  select take_free_answers(array_agg(
    row(place.organization_id, place.number, place.month, null, free_answers() - place.taken)::free_answers
  ))
  from (
    select distinct known.organization_id, known.number, known.month,
      free_answers_taken(known.organization_id, known.number, known.month) as taken
    from unnest(places) as known
  ) as place
  where place.taken < free_answers()
  having count(*) > 0
$$;

/*
 * Takes back what was charged for messages that failed afterwards. Of messages that are counted together the last one is
 * then not charged, so that the sums are what they would be without this one. Returns what that takes from the sums.
 */
create or replace function refunded_costs(given json) returns cost_change[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  changes cost_change[];
  corrections budget_change[];
  answers free_answers[];
begin
  with refunded as materialized (
    select known.*, message.contact_id, message.due_at, message.number, date_trunc('month', known.day)::date as month
    from (
      select distinct status.organization_id, status.number, coalesce(status.participant, '') as about, message.id, message.contact_id, message.due_at
      from json_to_recordset(given) as status (
        organization_id text, channel_id text, message_id uuid, provider_message_id text, state text, number text,
        participant text
      )
      cross join lateral charged_message(
        status.organization_id, status.channel_id, status.message_id, status.provider_message_id
      ) as message
      -- of a message that went out twice, the copy that counts
      where status.state = 'failed' and coalesce(message.provider_id = status.provider_message_id, true)
    ) as message
    join message_costs as known on known.organization_id = message.organization_id and known.message_id = message.id
      -- a failure for one of a group's people takes back what they cost
      and message.about in ('', known.participant)
    where known.state in ('billed', 'free')
  ), placed as materialized (
    -- answers were counted so until 0151
    select refunded.*, case when counted <> 'service' then
      recounted_before(organization_id, unit, market, counted, day, message_id, participant)
    end as recounted from refunded
  ), counted as (
    insert into cost_counters as known (organization_id, unit, market, counted, month, messages)
    select organization_id, unit, market, counted, month, -count(*) from placed
    where counted is not null and counted <> 'service'
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, unit, market, counted, month) do update set
      messages = known.messages + excluded.messages
    returning *
  ), last_of_them as materialized (
    select refunded.*, case when so_far.messages is null or refunded.state = 'free' then refunded.amount
      else coalesce(rate_at(refunded.basis, refunded.market, refunded.category, coalesce(
        refunded.recounted + 1 - row_number() over taken_together, so_far.messages + row_number() over taken_together
      )), refunded.amount) end as last_amount
    from placed as refunded
    left join counted as so_far on so_far.organization_id = refunded.organization_id and so_far.unit = refunded.unit
      and so_far.market = refunded.market and so_far.counted = refunded.counted and so_far.month = refunded.month
    window taken_together as (
      partition by refunded.organization_id, refunded.unit, refunded.market, refunded.counted, refunded.month,
        refunded.recounted is null
      order by refunded.message_id, refunded.participant
    )
  ), moved as (
    update cost_recounts as known set places = add_places(known.places, late.keys, -1)
    from (
      select organization_id, array_agg(count_key(unit, market, counted, day)) as keys from placed
      where recounted is not null and state = 'billed' group by 1
    ) as late
    where known.organization_id = late.organization_id
  ), taken_back as (
    -- rows add up to the sums: the last one keeps its own price
    update message_costs as known
    set state = 'refunded', amount = 0, residue = nullif(last.amount - last.last_amount, 0)
    from last_of_them as last
    where known.organization_id = last.organization_id and known.message_id = last.message_id
      and known.participant = last.participant
  )
  select array_agg(row(
    organization_id, day, channel_id, category, country, key, broadcast_id, contact_id, template, currency,
    -1, -(state = 'free')::integer, -(amount is null)::integer, -coalesce(last_amount, 0), messaging_account_id
  )::cost_change), array_agg(row(
    organization_id, channel_id, key, broadcast_id, due_at, -last_amount, currency
  )::budget_change) filter (where last_amount <> 0), array_agg(
    row(organization_id, number, month, null, -1)::free_answers
  ) filter (where state = 'free' and type = 'free_customer_service' and category = 'service')
  into changes, corrections, answers from last_of_them;
  perform correct_counts(answers, corrections);
  return changes;
end $$;

/* What was expected for one of a group's people, whichever form of their number is named. */
create or replace function share_of(people jsonb, participant text) returns numeric
language sql stable as $$
  select coalesce(people ->> participant, people ->> other_form_of(participant), '0')::numeric
$$;

/*
 * The message of a channel that a status is about; no row where that is not known. `provider_id` is that of the copy that
 * counts, `failed_at` when it failed, if it ever did; `expected` is what budgets count of it before it is charged, in the
 * period of `due_at`, `taken` the free answer that it takes until then, `people` what each of a group's costs, and
 * `messaging_account_id` the account it was sent with, if one was named.
 */
create or replace function charged_message(organization text, channel text, echoed uuid, named_by text)
returns table (
  id uuid, key text, broadcast_id text, contact_id text, provider_id text, failed_at timestamptz, expected numeric,
  due_at timestamptz, taken jsonb, people jsonb, group_id text, template text, at_most numeric, messaging_account_id text
)
language sql stable as $$
  with named as (
    select known.message_id as id, 1 as place from provider_messages as known
    where known.organization_id = organization and known.channel_id = channel and known.provider_message_id = named_by
    union all
    select echoed, 2 where echoed is not null
  )
  select named.id, coalesce(message.author, ''), coalesce(message.broadcast_id, ''), message.contact_id,
    message.provider_message_id, (
      select max((entry ->> 'at')::timestamptz) from jsonb_array_elements(message.status_history) as entry
      where entry ->> 'status' = 'failed'
    ), message.expected, message.due_at, message.taken, message.people,
    message.group_id, message.template, message.at_most, message.messaging_account_id
  from named
  left join lateral (
    select known.author, known.broadcast_id, known.contact_id, known.channel_id, known.direction,
      known.provider_message_id, known.status_history,
      case when is_end(known.status) then 0 else coalesce((known.cost ->> 'amount')::numeric, 0) end as expected,
      case when not is_end(known.status) then known.cost -> 'taken' end as taken,
      case when not is_end(known.status) then known.cost -> 'people' end as people,
      case when is_group(known.user_id) then known.user_id end as group_id,
      case when known.type = 'template' then known.content::json #>> '{template,name}' end as template,
      coalesce(known.scheduled_at, known.created_at) as due_at, (known.cost ->> 'at_most')::numeric as at_most,
      -- one of which the call has not ended here yet was sent with the channel's
      coalesce(known.messaging_account_id, (
        select sender.settings ->> 'messaging_account_id' from channels as sender
        where sender.organization_id = organization and sender.id = channel and exists (
          select from lane_items as item where item.organization_id = organization and item.item_id = named.id::text
        )
      )) as messaging_account_id
    from messages as known
    where known.organization_id = organization and known.id = named.id
    limit 1
  ) as message on true
  where message.channel_id is null or message.channel_id = channel and message.direction = 'outbound'
  order by named.place
  limit 1
$$;

/* The amount of the message at a place of the month's, by the card that was valid; null where the card is gone. */
create or replace function rate_at(card text, of_market text, of_category text, place bigint) returns numeric
language sql stable as $$
  select rate.amount from rates as rate
  where rate.card_id = card and rate.market = of_market and rate.category = of_category and rate.above < place
  order by rate.above desc
  limit 1
$$;
