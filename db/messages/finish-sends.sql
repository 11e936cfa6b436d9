/*
 * Writes the results of sends of one channel: the attempt's outcome, the state of the lane item (gone, or due again),
 * the message's status, and the events. From an attempt that is not the item's latest, only "sent" counts. A
 * lost response does not matter if a status has already shown that the provider
 * has the message. Each result: message_id, attempt, outcome (sent, retry,
 * failed or unknown), provider_message_id, error (text of JSON), retry_after
 * (milliseconds; null: due as it was), silent, result (text of JSON: what an
 * operation found out), retries (text of JSON: how often it was tried again for
 * each cause; null: as before), messaging_account_id (which a sent one was sent with).
 */
create or replace function finish_sends(organization text, channel text, results json) returns void
language plpgsql
-- everything is looked up by key: a plan made for each batch's values would be no better, and costs time to make
set plan_cache_mode = force_generic_plan
as $$
declare
  ids uuid[];
  by_attempt jsonb;
  -- of attempts whose message waits again, or is not theirs any more
  others jsonb;
  findings jsonb;
  accounts jsonb;
  -- lateral with a limit, then an array: always look-ups by key, even by plans made while the table was empty
  done text[] := array(
    select result.message_id
    from json_to_recordset(results) as result (message_id text, attempt integer, outcome text)
    cross join lateral (
      select from lane_items as known
      where known.organization_id = organization and known.item_id = result.message_id
        and known.attempt = result.attempt
      limit 1
    ) as latest
    left join lateral (
      select status_rank(known.status) >= status_rank('sent') as went_out from messages as known
      where known.organization_id = organization and known.id = result.message_id::uuid
      limit 1
    ) as message on result.outcome = 'unknown'
    where result.outcome in ('sent', 'failed') or message.went_out
  );
  refused uuid[] := array(
    select result.message_id from json_to_recordset(results) as result (message_id uuid, outcome text)
    where result.outcome = 'failed'
  );
  postponed record;
  -- what an agent holds, most organisations have none
  taken text[] := case when exists (
    select from conversations as known where known.organization_id = organization and known.handled_by is not null
  ) then taken_by(organization, results) end;
begin
  if cardinality(refused) > 0 then
    perform lock_portfolio(organization, channel);
  end if;
  perform lock_in_order(organization, taken) where cardinality(taken) > 0;
  if cardinality(refused) > 0 then
    perform lock_answered(array[organization], refused);
  end if;
  -- rows by an array of keys, values by key: a join would be planned by statistics, and a new table has none
  select array_agg(given.message_id), jsonb_object_agg(attempt_key(given.message_id, given.attempt), given),
    jsonb_object_agg(given.message_id, given.result) filter (where given.result is not null),
    jsonb_object_agg(given.message_id, given.messaging_account_id) filter (where given.messaging_account_id is not null)
  into ids, by_attempt, findings, accounts
  from json_to_recordset(results) as given (
    message_id uuid, attempt integer, outcome text, error text, result text, messaging_account_id text
  );

  with gone as (
    delete from lane_items as item where item.organization_id = organization and item.item_id = any (done)
    returning item.item_id::uuid as message_id, item.attempt, item.daemon_id, item.started_at
  ), written as (
    insert into message_attempts as known (
      organization_id, message_id, attempt, daemon_id, started_at, finished_at, outcome, error
    )
    select organization, gone.message_id, gone.attempt, coalesce(gone.daemon_id, ''), gone.started_at, now(),
      result.value ->> 'outcome', result.value ->> 'error'
    from gone
    cross join lateral (select by_attempt -> attempt_key(gone.message_id, gone.attempt) as value) as result
    -- written before, as it may have made a second copy, or as it was thought lost
    on conflict (organization_id, message_id, attempt) do update set
      finished_at = excluded.finished_at, outcome = excluded.outcome, error = excluded.error
    returning known.message_id, known.attempt
  )
  select by_attempt - array_agg(attempt_key(written.message_id, written.attempt)) into others from written;

  for postponed in
    select result.*
    from json_to_recordset(results) as result (message_id text, attempt integer, outcome text, retry_after double precision, retries text)
    where result.outcome in ('retry', 'unknown')
    order by result.message_id
  loop
    update lane_items as item set
      state = case postponed.outcome when 'unknown' then 'unknown' else 'queued' end,
      held = true,
      retries = coalesce(postponed.retries, item.retries),
      expires_at = end_of(item.expires_at, item.due_at),
      due_at = case postponed.outcome when 'unknown' then now() + outcome_grace()
        else coalesce(after_milliseconds(postponed.retry_after), item.due_at) end
    where item.organization_id = organization and item.item_id = postponed.message_id and item.attempt = postponed.attempt;
  end loop;

  others := coalesce(others, by_attempt);
  if others <> '{}' then
    update message_attempts as attempted set
      finished_at = now(),
      outcome = others -> attempt_key(attempted.message_id, attempted.attempt) ->> 'outcome',
      error = others -> attempt_key(attempted.message_id, attempted.attempt) ->> 'error'
    where attempted.organization_id = organization and attempted.message_id = any (ids)
      and others ? attempt_key(attempted.message_id, attempted.attempt);
  end if;

  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  select organization, channel, result.provider_message_id, result.message_id
  from json_to_recordset(results) as result (message_id uuid, provider_message_id text)
  where result.provider_message_id is not null
  order by result.provider_message_id
  on conflict do nothing;

  if findings is not null then
    update messages as message set result = findings ->> message.id::text
    where message.organization_id = organization and message.id = any (ids) and findings ? message.id::text;
  end if;

  perform advance_messages(array(
    select status_change(
      organization, result.message_id, result.outcome, provider_message_id => result.provider_message_id,
      error => result.error, attempts => result.attempt, silent => result.silent
    )
    from json_to_recordset(results) as result (
      message_id uuid, attempt integer, outcome text, provider_message_id text, error text, silent boolean
    )
    where result.outcome = 'sent' or (result.outcome = 'failed' and result.message_id::text = any (done))
  ));
  -- behind what locks these messages in their order
  if accounts is not null then
    update messages as message set messaging_account_id = accounts ->> message.id::text
    where message.organization_id = organization and message.id = any (ids)
      and message.messaging_account_id is distinct from accounts ->> message.id::text and accounts ? message.id::text;
  end if;
  perform note_failures(organization, channel, refused);
  perform take_conversation(organization, one) from unnest(taken) as one;
end $$;

/* What follows for others from the failure of messages of a channel; those that did not fail are passed over. */
create or replace function note_failures(organization text, channel text, message_ids uuid[]) returns void
language plpgsql as $$
begin
  if cardinality(message_ids) > 0 then
    perform note_marketing_refusals(organization, channel, message_ids);
    perform give_places_back(organization, channel, message_ids);
  end if;
end $$;

/* The key of an attempt among the results of a batch. */
create or replace function attempt_key(message uuid, attempt integer) returns text
language sql immutable parallel safe as $$
  select message::text || ' ' || attempt::text
$$;
