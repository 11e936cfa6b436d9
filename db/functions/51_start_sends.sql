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
declare
  startable text[];
  doubtful text[];
begin
  perform require_lane(organization, 'channel', channel, daemon);

  -- items are named by arrays: always a look-up by key, even by a plan that was made while the table was empty
  delete from lane_items as item
  where item.organization_id = organization and item.item_id = any (array(
    select wanted.id::text from unnest(message_ids) as wanted (id)
    cross join lateral (
      select known.status from messages as known
      where known.organization_id = organization and known.id = wanted.id
      limit 1
    ) as message
    where status_rank(message.status) >= status_rank('sent')
  ));

  -- by key alone: a condition on the state would let the planner read all that is due
  select array_agg(item.item_id) filter (where item.state <> 'sending'),
    array_agg(item.item_id) filter (where item.state = 'unknown')
  into startable, doubtful
  from lane_items as item
  where item.organization_id = organization and item.item_id = any (message_ids::text[]);

  return query
    with started as (
      update lane_items as item
      set state = 'sending', held = false, attempt = item.attempt + 1, started_at = now()
      where item.organization_id = organization and item.item_id = any (startable)
      returning item.item_id, item.attempt
    )
    insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at, possible_duplicate)
    select organization, started.item_id::uuid, started.attempt, daemon, now(), coalesce(started.item_id = any (doubtful), false)
    from started
    returning message_attempts.message_id, message_attempts.attempt;
end $$;
