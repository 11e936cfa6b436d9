/*
 * Due messages of a channel's lane, of each priority that is looked at, in order. Each look: priority, busy (the
 * conversations that are out or held back), most. Where a message is gone, its item comes with nothing else.
 */
create or replace function due_sends(organization text, channel text, looks json)
returns table (
  item_id text, order_key text, priority integer, state text, attempt integer, type text, content text, address text,
  user_id text, conversation_id text, retries text, messaging_account_id text
)
language plpgsql stable
-- a plan for the values of each look would be no better, and takes as long to make as the look
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  look record;
begin
  for look in
    select * from json_to_recordset(looks) as one (priority smallint, busy text[], most integer) order by one.priority
  loop
    return query
      select item.item_id, item.order_key, item.priority::integer, item.state, item.attempt, message.type,
        message.content, message.address, message.user_id, message.conversation_id, item.retries,
        message.messaging_account_id
      from (
        -- one index, read in order, as far as the limit; the channel's files wait in a lane of the same id
        select * from lane_items as due
        where due.lane_id = channel and due.priority = look.priority and not holds_files(due.kind)
          and due.state <> 'sending' and due.due_at <= now()
          -- hashed, unlike a comparison with all of an array
          and due.order_key not in (select unnest(look.busy))
          -- one value, which is looked up for each: a join might read all that is due
          and (
            select ahead.held from lane_items as ahead
            where ahead.order_key = due.order_key and ahead.held and ahead.position < due.position
              and ahead.organization_id = due.organization_id
            limit 1
          ) is null
          -- lower priorities get a turn, too, while more urgent messages wait; those of one conversation stay in order
          and (
            select true from lane_items as ahead
            where ahead.order_key = due.order_key and ahead.priority < due.priority and ahead.priority < low_priority()
              and ahead.position < due.position and ahead.due_at <= due.due_at
            limit 1
          ) is null
          -- less urgent items ahead are mostly hurried, but not those that were locked then (hurry_earlier): they go first, too
          and (look.priority = low_priority() or (
            select true from lane_items as ahead
            where ahead.order_key = due.order_key and ahead.priority = low_priority()
              and ahead.position < due.position and ahead.due_at <= due.due_at
            limit 1
          ) is null)
          and (look.priority > high_priority() or (
            select true from lane_items as ahead
            where ahead.order_key = due.order_key and ahead.priority = normal_priority()
              and ahead.position < due.position and ahead.due_at <= due.due_at
            limit 1
          ) is null)
        order by due.due_at, due.position
        limit look.most
      ) as item
      -- lateral with a limit: always a look-up by key, whatever the statistics say
      left join lateral (
        select * from messages as known
        where known.organization_id = item.organization_id and known.id = item.item_id::uuid
        limit 1
      ) as message on true
      where item.organization_id = organization and item.kind = 'channel'
      order by item.due_at, item.position;
  end loop;
end $$;

/*
 * Starts sends of a channel's lane: the item of each says which daemon calls,
 * which attempt it is and when it began, durable before the provider is called.
 * The attempt's own row follows with its outcome, but for one that may make a
 * second copy, which has it at once. Returns those that may be sent now. Left
 * out are messages that are no longer queued (cancelled), that the provider
 * turned out to have already, that are past their end, and those given up
 * because most_doubts attempts (null: any number) ended without a known outcome;
 * marketing for people who get none for now; and those that would reach more new
 * people than the portfolio may write to, of the messages that are `counted`
 * (null: none is); and those that no longer wait under
 * the order key that they are given with, see move_waiting. Fails when the daemon
 * does not own the lane.
 */
create or replace function start_sends(
  organization text, channel text, daemon text, message_ids uuid[], most_doubts integer default null,
  counted uuid[] default null, order_keys text[] default null
) returns table (message_id uuid, attempt integer, order_key text)
language plpgsql
-- everything is looked up by key: a plan made for each batch's values would be no better, and costs time to make
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  wanted_ids uuid[] := message_ids;
  startable text[];
  startable_keys text[];
  doubtful text[];
  ended text[];
begin
  perform require_lane(organization, 'channel', channel, daemon);
  -- this daemon may not know yet that the channel was deleted or paused
  if exists (
    select from channels as known where known.organization_id = organization and known.id = channel
      and (known.deleted_at is not null or (known.settings ->> 'paused')::boolean)
  ) then
    return;
  end if;

  message_ids := hold_marketing(organization, channel, message_ids);
  if counted is not null then
    message_ids := hold_new_people(organization, channel, message_ids, counted);
  end if;

  -- mostly all of them are sent for the first time, and none is past its end
  if exists (
    select from unnest(message_ids) as wanted (id)
    -- lateral with a limit: always a look-up by key; before Postgres 17, an array of keys might read all that waits
    cross join lateral (
      select * from lane_items as known
      where known.organization_id = organization and known.item_id = wanted.id::text
      limit 1
    ) as item
    where item.attempt > 0 or end_of(item.expires_at, item.due_at) <= now()
  ) then
    perform lock_answered(array[organization], message_ids);
    -- this writes messages, too, so lock every item first, in one order
    perform from lane_items as item
    where item.organization_id = organization and item.item_id = any (message_ids::text[])
    order by item.item_id
    for update;
    perform drop_sent_items(organization, message_ids);
    perform give_up_sends(organization, message_ids, most_doubts);
  end if;

  select array_agg(item.item_id) filter (where item.state <> 'sending' and end_of(item.expires_at, item.due_at) > now()),
    array_agg(item.order_key) filter (where item.state <> 'sending' and end_of(item.expires_at, item.due_at) > now()),
    array_agg(item.item_id) filter (where item.state = 'unknown'),
    array_agg(item.item_id) filter (where item.state <> 'sending' and end_of(item.expires_at, item.due_at) <= now())
  into startable, startable_keys, doubtful, ended
  -- an item that was read before and after it was moved is there under both keys
  from unnest(wanted_ids, order_keys) as wanted (id, order_key)
  cross join lateral (
    select * from lane_items as known
    where known.organization_id = organization and known.item_id = wanted.id::text
    limit 1
  ) as item
  where wanted.id = any (message_ids) and item.order_key = coalesce(wanted.order_key, item.order_key);

  if ended is not null then
    perform expire_items(organization, ended);
  end if;

  return query
    update lane_items as item
    set state = 'sending', held = false, held_reason = null, attempt = item.attempt + 1, started_at = now(),
      daemon_id = daemon
    where item.organization_id = organization and item.item_id = any (startable)
      -- again, once it is locked: it may have been moved since
      and item.order_key = startable_keys[array_position(startable, item.item_id)]
      -- another may hold the conversation since it was read: see keep_bots_out
      and (item.held_reason is distinct from 'conversation_held' or item.due_at <= now())
    returning item.item_id::uuid, item.attempt, item.order_key;
  if doubtful is not null then
    insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at, possible_duplicate)
    select organization, item.item_id::uuid, item.attempt, daemon, item.started_at, true
    from lane_items as item
    where item.organization_id = organization and item.item_id = any (doubtful) and item.state = 'sending';
  end if;

  -- last, when nothing else is waited for: places that nobody took
  if counted is not null and has_messaging_limit(organization, channel) then
    perform fill_portfolio(portfolio_of(organization, channel));
  end if;
end $$;

/*
 * Takes back attempts (message_id, attempt) that a daemon recorded and never called, because the answer to that was
 * lost: they are due as if they had not begun, also when another daemon has the lane by now.
 */
create or replace function take_back_sends(organization text, channel text, daemon text, given json) returns void
language plpgsql as $$
declare
  uncalled_ids text[] := array(select message_id from json_to_recordset(given) as uncalled (message_id text));
begin
  -- in one order, as all who change several items
  perform from lane_items as item
  where item.organization_id = organization and item.item_id = any (uncalled_ids)
  order by item.item_id
  for update;
  update lane_items as item
  set state = 'queued', held = false, attempt = uncalled.attempt - 1, started_at = null, daemon_id = null,
    due_at = least(item.due_at, now())
  from json_to_recordset(given) as uncalled (message_id text, attempt integer)
  where item.organization_id = organization and item.item_id = any (uncalled_ids) and item.kind = 'channel'
    and item.lane_id = channel and item.item_id = uncalled.message_id and item.attempt = uncalled.attempt
    and item.daemon_id = daemon and item.state in ('sending', 'unknown');
end $$;

/* Removes from the lane the messages that the provider turned out to have already. */
create or replace function drop_sent_items(organization text, message_ids uuid[]) returns void
language sql as $$
  -- items are given as arrays: always a look-up by key, even with a plan that was made while the table was empty
  delete from lane_items as item
  where item.organization_id = organization and item.item_id = any (array(
    select wanted.id::text from unnest(message_ids) as wanted (id)
    cross join lateral (
      select known.status from messages as known
      where known.organization_id = organization and known.id = wanted.id
      limit 1
    ) as message
    where status_rank(message.status) >= status_rank('sent')
  ))
$$;

/*
 * Fails messages whose outcome is unknown after so many attempts: each of them
 * may have reached the recipient, and the next would be one more copy.
 */
create or replace function give_up_sends(organization text, message_ids uuid[], most_doubts integer) returns void
language plpgsql as $$
declare
  hopeless text[];
  changes message_change[];
begin
  select array_agg(item.item_id) into hopeless
  from lane_items as item
  where item.organization_id = organization and item.item_id = any (message_ids::text[])
    and item.state = 'unknown' and most_doubts <= (
      select count(*) from message_attempts as doubtful
      where doubtful.organization_id = organization and doubtful.message_id = item.item_id::uuid
        and coalesce(doubtful.outcome, 'unknown') = 'unknown'
    );
  if hopeless is null then
    return;
  end if;
  with gone as (
    -- check again once it is locked: a status may have come meanwhile
    delete from lane_items as item
    where item.organization_id = organization and item.item_id = any (hopeless) and item.state = 'unknown'
    returning item.item_id
  )
  select array_agg(status_change(organization, gone.item_id::uuid, 'failed', error => outcome_unknown('unknown_when_given_up')))
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
end $$;
