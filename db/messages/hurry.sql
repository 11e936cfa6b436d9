-- The order within a conversation comes before the priority of its messages.

/*
 * What waits in a conversation takes the priority of a more urgent message that
 * was accepted after it, so that both go soon and in their order. Not what is
 * due later than that message, and not what another transaction is about to
 * change: it is being sent.
 */
create or replace function hurry_earlier(inputs accept_input[]) returns void
language plpgsql
-- everything is looked up by key: a plan made for each batch's values would be no better, and costs time to make
set plan_cache_mode = force_generic_plan
as $$
begin
  with urgent as (
    select item.organization_id, item.order_key, item.priority, item.due_at, item.position
    from unnest(inputs) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select * from lane_items as known
      where known.organization_id = input.organization_id and known.item_id = input.id::text and known.priority < low_priority()
      limit 1
    ) as item
  ), waiting as (
    -- before a high one, all may go that is in the conversation
    select urgent.*, message.id from urgent
    cross join lateral (
      select known.id from messages as known
      -- scheduled at most 30 days ahead, and ended at most 30 days after that
      where known.conversation_id = urgent.order_key and known.id >= uuid_bound(now() - interval '61 days')
        and known.status in ('queued', 'scheduled')
    ) as message
    where urgent.priority = high_priority()
  ), earlier as (
    select item.organization_id, item.item_id, urgent.priority from urgent
    cross join lateral (
      -- before a normal one, those that are low: they are few, and have an index of their own
      select * from lane_items as known
      where known.order_key = urgent.order_key and known.priority = low_priority()
        and known.state <> 'sending' and known.position < urgent.position and known.due_at <= urgent.due_at
      for update skip locked
    ) as item
    where urgent.priority = normal_priority()
    union all
    select item.organization_id, item.item_id, waiting.priority from waiting
    cross join lateral (
      select * from lane_items as known
      where known.organization_id = waiting.organization_id and known.item_id = waiting.id::text
        and known.state <> 'sending' and known.priority > waiting.priority
        and known.position < waiting.position and known.due_at <= waiting.due_at
      limit 1
      for update skip locked
    ) as item
  )
  update lane_items as item set priority = hurried.priority
  from (
    select organization_id, item_id, min(priority) as priority from earlier group by organization_id, item_id
  ) as hurried
  where item.organization_id = hurried.organization_id and item.item_id = hurried.item_id;
end $$;
