/*
 * Writes the results of sends of one channel: the attempt's outcome, what
 * becomes of the lane item (gone, or due again), the message's status, and the
 * events. Of an attempt that is not the item's latest, only that the message
 * was sent counts. A lost answer is none when a status has told of the message
 * already. Each result: message_id, attempt, outcome (sent, retry, failed
 * or unknown), provider_message_id, error (text of JSON), retry_after
 * (milliseconds; null: due as it was), silent, result (text of JSON: what an
 * operation found out).
 */
create or replace function finish_sends(organization text, channel text, results json) returns void
language plpgsql
-- everything is looked up by key: a plan for the values of one batch would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
-- nor is anything read whole for the sake of a join, whatever the statistics say
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
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
      select status_rank(known.status) >= status_rank('sent') as told from messages as known
      where known.organization_id = organization and known.id = result.message_id::uuid
      limit 1
    ) as message on result.outcome = 'unknown'
    where result.outcome in ('sent', 'failed') or message.told
  );
  postponed record;
begin
  delete from lane_items as item where item.organization_id = organization and item.item_id = any (done);

  for postponed in
    select result.*
    from json_to_recordset(results) as result (message_id text, attempt integer, outcome text, retry_after double precision)
    where result.outcome in ('retry', 'unknown')
    order by result.message_id
  loop
    update lane_items as item set
      state = case postponed.outcome when 'unknown' then 'unknown' else 'queued' end,
      held = true,
      expires_at = end_of(item.expires_at, item.due_at),
      due_at = case postponed.outcome when 'unknown' then now() + outcome_grace()
        else coalesce(after_milliseconds(postponed.retry_after), item.due_at) end
    where item.organization_id = organization and item.item_id = postponed.message_id and item.attempt = postponed.attempt;
  end loop;

  update message_attempts as attempted set finished_at = now(), outcome = result.outcome, error = result.error
  from json_to_recordset(results) as result (message_id uuid, attempt integer, outcome text, error text)
  where attempted.organization_id = organization and attempted.message_id = result.message_id
    and attempted.attempt = result.attempt;

  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  select organization, channel, result.provider_message_id, result.message_id
  from json_to_recordset(results) as result (message_id uuid, provider_message_id text)
  where result.provider_message_id is not null
  order by result.provider_message_id
  on conflict do nothing;

  if exists (select from json_to_recordset(results) as done (result text) where done.result is not null) then
    update messages as message set result = done.result
    from json_to_recordset(results) as done (message_id uuid, result text)
    where message.organization_id = organization and message.id = done.message_id and done.result is not null;
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
end $$;
