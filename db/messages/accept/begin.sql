/*
 * Begins the first attempt of those of the accepted messages in `starting` that are next in their conversation, in lanes
 * that `daemon` owns: they take no commit of their own. Returns their ids; see start_sends for what else leaves some out.
 */
create or replace function begin_accepted(inputs accept_input[], starting uuid[], daemon text) returns uuid[]
language plpgsql
-- everything is looked up by key, as in accept_messages
set plan_cache_mode = force_generic_plan
as $$
declare
  lane record;
  begun uuid[] := '{}';
begin
  for lane in
    select input.organization_id, input.channel_id, array_agg(input.id) as message_ids,
      array_agg(input.id) filter (where input.addressed) as counted
    from unnest(inputs) as input
    where input.id = any (starting)
    group by input.organization_id, input.channel_id
    order by input.channel_id
  loop
    -- looked at first: start_sends would fail, and with it the accepting
    perform from lanes as known
    where known.organization_id = lane.organization_id and known.kind = 'channel' and known.lane_id = lane.channel_id
      and known.owner = daemon
    for key share;
    continue when not found;
    begun := begun || array(
      select started.message_id from start_sends(
        lane.organization_id, lane.channel_id, daemon, without_those_behind(lane.organization_id, lane.message_ids),
        counted => lane.counted
      ) as started
    );
  end loop;
  return begun;
end $$;

/* Messages without those before which anything waits, or is being sent, in their conversation. */
create or replace function without_those_behind(organization text, message_ids uuid[]) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select wanted.id from unnest(message_ids) as wanted (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.order_key, known.position from lane_items as known
      where known.organization_id = organization and known.item_id = wanted.id::text
      limit 1
    ) as item
    -- each priority by the index that has it
    left join lateral (
      select true as found from lane_items as ahead
      where ahead.order_key = item.order_key and ahead.priority < low_priority() and ahead.position < item.position
        and ahead.organization_id = organization
      limit 1
    ) as usual on true
    left join lateral (
      select true as found from lane_items as ahead
      where ahead.order_key = item.order_key and ahead.priority = low_priority() and ahead.position < item.position
        and ahead.organization_id = organization
      limit 1
    ) as low on true
    where usual.found is null and low.found is null
  );
end $$;
