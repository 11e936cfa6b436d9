/*
 * Starts sends of a channel's lane: for each, an attempt row and the state
 * "sending", durable before the provider is called. Returns those that may be
 * called now. Not among them: what is no longer queued (cancelled), and what
 * the provider turned out to have already. Fails when the daemon does not own
 * the lane.
 */
create or replace function start_sends(organization text, channel text, daemon text, message_ids uuid[])
returns table (message_id uuid, attempt integer)
language plpgsql as $$
#variable_conflict use_column
begin
  perform require_lane(organization, 'channel', channel, daemon);

  delete from lane_items as item
  where item.organization_id = organization and item.item_id in (
    select wanted.id::text from unnest(message_ids) as wanted (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.status from messages as known
      where known.organization_id = organization and known.id = wanted.id
      limit 1
    ) as message
    where status_rank(message.status) >= status_rank('sent')
  );

  return query
    with chosen as (
      select item.item_id, item.state = 'unknown' as doubtful
      from lane_items as item
      where item.organization_id = organization and item.item_id = any (message_ids::text[]) and item.state <> 'sending'
      for update
    ), started as (
      update lane_items as item
      set state = 'sending', held = false, attempt = item.attempt + 1, started_at = now()
      from chosen
      where item.organization_id = organization and item.item_id = chosen.item_id
      returning item.item_id::uuid as message_id, item.attempt, chosen.doubtful
    )
    insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at, possible_duplicate)
    select organization, started.message_id, started.attempt, daemon, now(), started.doubtful from started
    returning message_attempts.message_id, message_attempts.attempt;
end $$;
