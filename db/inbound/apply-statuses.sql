/*
 * Applies statuses that a provider reported for one channel. Each: message_id
 * (ours, if the provider echoed it), provider_message_id, status, at, error,
 * pricing, holder (agent: of what Meta's agent sent, which only its echo makes known: one that comes first waits for it in
 * early_revisions). A status is proof that the provider has the message, so its item
 * leaves the lane if it still waits there: its response was lost, or the
 * database was restored to a time before the call. Returns how many statuses
 * named no message of the channel.
 */
create or replace function apply_statuses(organization text, channel text, statuses json) returns integer
language plpgsql as $$
declare
  changes message_change[];
  waiting text[];
  failed uuid[];
  total integer := json_array_length(statuses);
begin
  select array_agg(status_change(
    organization, coalesce(echoed.id, known.message_id), reported.status, reported.at, reported.provider_message_id,
    error => reported.error, pricing => reported.pricing
  ))
  into changes
  from json_to_recordset(statuses) as reported (
    message_id uuid, provider_message_id text, status text, at timestamptz, error text, pricing text
  )
  -- lateral with a limit: always a look-up by key, whatever the statistics say
  left join lateral (
    select message.id from messages as message
    where message.organization_id = organization and message.id = reported.message_id
      and message.channel_id = channel and message.direction = 'outbound'
      -- not of one that was erased, which would have the id again
      and (message.deleted_at is null or message.content <> '{}')
    limit 1
  ) as echoed on true
  left join lateral (
    select named.message_id from provider_messages as named
    where named.organization_id = organization and named.channel_id = channel
      and named.provider_message_id = reported.provider_message_id
    limit 1
  ) as known on echoed.id is null
  where coalesce(echoed.id, known.message_id) is not null;

  if total > coalesce(cardinality(changes), 0) then
    perform keep_early_statuses(organization, channel, statuses);
  end if;
  if changes is null then
    return total;
  end if;
  failed := array(select change.message_id from unnest(changes) as change where change.status = 'failed');
  if cardinality(failed) > 0 then
    perform lock_portfolio(organization, channel);
    perform lock_answered(array[organization], failed);
  end if;

  select array_agg(distinct item.item_id) filter (where item.state <> 'sending') into waiting
  from unnest(changes) as change
  -- lateral with a limit: always a look-up by key; before Postgres 17, an array of keys might read all that waits
  cross join lateral (
    select * from lane_items as known
    where known.organization_id = organization and known.item_id = change.message_id::text
    limit 1
  ) as item;

  if waiting is not null then
    -- in one order, and before any message is locked: see start_sends
    perform from lane_items as item
    where item.organization_id = organization and item.item_id = any (waiting)
    order by item.item_id
    for update;
    with adopted as (
      delete from lane_items as item using unnest(changes) as change
      where item.organization_id = organization and item.item_id = any (waiting)
        and item.item_id = change.message_id::text
        and item.state <> 'sending'
      returning change.message_id, change.provider_message_id, item.attempt
    ), named as (
      insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
      select distinct on (adopted.provider_message_id) organization, channel, adopted.provider_message_id, adopted.message_id
      from adopted where adopted.provider_message_id is not null
      order by adopted.provider_message_id
      on conflict do nothing
    )
    update message_attempts as attempted set finished_at = now(), outcome = 'sent'
    from adopted
    where attempted.organization_id = organization and attempted.message_id = adopted.message_id
      and attempted.attempt = adopted.attempt;
  end if;

  perform advance_messages(changes);
  perform note_failures(organization, channel, failed);
  if cardinality(failed) > 0 then
    perform forget_refused_copies(organization, channel, failed);
  end if;
  return total - cardinality(changes);
end $$;

/* Keeps the statuses of what Meta's agent sent whose echo has not come yet. */
create or replace function keep_early_statuses(organization text, channel text, statuses json) returns void
language sql as $$
  insert into early_revisions (organization_id, channel_id, original_id, provider_message_id, revision)
  select organization, channel, early.provider_message_id, early.status, row_to_json(early)::text
  from json_to_recordset(statuses) as early (
    message_id uuid, provider_message_id text, status text, at timestamptz, error text, pricing text, holder text
  )
  where early.holder = 'agent' and not is_erased(organization, channel, early.provider_message_id) and not exists (
    select from provider_messages as named
    where named.organization_id = organization and named.channel_id = channel
      and named.provider_message_id = early.provider_message_id
  )
  on conflict do nothing
$$;
