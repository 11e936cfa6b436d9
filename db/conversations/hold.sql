-- Who holds a conversation: a user, a key, or Meta's agent. Answers of keys that are bots stay out of what another holds.

/*
 * Has somebody (`wish`: by, is_bot, and until or seconds) hold a conversation from now on. Null when they do; what another
 * holds is no bot's to take, and Meta's agent gives it up only to Meta: then who holds it.
 */
create or replace function hold_conversation(organization text, conversation text, wish json) returns json
language plpgsql as $$
declare
  wanted constant text := held_conversation(organization, conversation);
  ends constant timestamptz := coalesce(
    (wish ->> 'until')::timestamptz, now() + make_interval(secs => (wish ->> 'seconds')::double precision)
  );
  current conversations;
begin
  select * into current from conversations as known where known.organization_id = organization and known.id = wanted;
  if holder_of(current) = 'meta_agent' or (wish ->> 'is_bot')::boolean and holder_of(current) <> wish ->> 'by' then
    return hold_shown(current);
  end if;
  update conversations as known set
    held_by = wish ->> 'by', held_until = ends,
    held_since = case when holder_of(current) = wish ->> 'by' then known.held_since else now() end,
    updated_at = now(), changed_at = now()
  where known.organization_id = organization and known.id = wanted
  returning * into current;
  perform emit_events(array[held_event(current, 'asked')]);
  perform keep_bots_out(organization, wanted);
  return null;
end $$;

/* Ends a hold (`wish`: by, and is_bot). Null when nobody holds the conversation any more; else who still does. */
create or replace function release_hold(organization text, conversation text, wish json) returns json
language plpgsql as $$
declare
  wanted constant text := held_conversation(organization, conversation);
  current conversations;
begin
  select * into current from conversations as known where known.organization_id = organization and known.id = wanted;
  if holder_of(current) = 'meta_agent' or (wish ->> 'is_bot')::boolean and holder_of(current) <> wish ->> 'by' then
    return hold_shown(current);
  end if;
  perform end_hold(current, 'asked', wish ->> 'by');
  return null;
end $$;

/* Ends the hold of a conversation, which is locked, if it has one, with its event. */
create or replace function end_hold(known conversations, cause text, by text default null) returns void
language plpgsql as $$
begin
  if known.held_by is null then
    return;
  end if;
  perform emit_events(array[released_event(known, cause, by)]);
  update conversations as one set
    held_by = null, held_since = null, held_until = null, updated_at = now(), changed_at = now()
  where one.organization_id = known.organization_id and one.id = known.id;
  perform keep_bots_out(known.organization_id, known.id);
end $$;

/* Ends holds that are over, at most so many. Those that somebody is changing are left for the next time. */
create or replace function end_holds(most integer) returns integer
language plpgsql as $$
declare
  due conversations;
  ended integer := 0;
begin
  for due in
    select known.* from conversations as known where known.held_until <= now()
    order by known.held_until limit most for no key update skip locked
  loop
    perform end_hold(due, 'ended');
    ended := ended + 1;
  end loop;
  return ended;
end $$;

/* Has the holds of users and keys end that are gone: end_holds does the rest. */
create or replace function end_holds_of(organization text, gone text[]) returns void
language plpgsql as $$
declare
  holding constant text[] := array(
    select known.id from conversations as known 
    where known.organization_id = organization and known.held_by = any (gone) and known.held_until is not null
  );
begin
  perform lock_in_order(organization, holding);
  update conversations as known set held_until = least(known.held_until, now())
  where known.organization_id = organization and known.id = any (holding) and known.held_by = any (gone);
end $$;

/*
 * Has the answers of bots that were not begun wait while another holds a conversation, which is locked, and lets go what
 * waited for that. They are in nobody's way, and end when they would have ended: a hold gives no message more time.
 */
create or replace function keep_bots_out(organization text, conversation text) returns void
language plpgsql as $$
declare
  current conversations;
begin
  select * into current from conversations as known where known.organization_id = organization and known.id = conversation;
  update lane_items as item set
    held = false, held_reason = case when bots.waits then 'conversation_held' end,
    expires_at = end_of(item.expires_at, item.due_at),
    due_at = case
      when bots.waits
        then least(greatest(bots.scheduled_at, current.held_until, now()), end_of(item.expires_at, item.due_at))
      else greatest(bots.scheduled_at, now())
    end
  from bots_of(current) as bots
  where item.organization_id = organization and item.item_id = bots.item_id and item.state = 'queued' and item.attempt = 0
    and (bots.waits or item.held_reason = 'conversation_held');
  if found then
    perform wake_lane(organization, 'channel', current.channel_id);
  end if;
end $$;

/* The answers of bots that wait in a conversation, locked in order, and whether another holds it. */
create or replace function bots_of(known conversations)
returns table (item_id text, scheduled_at timestamptz, waits boolean)
language sql as $$
  select item.item_id, message.scheduled_at, coalesce(holder_of(known) <> message.author, false)
  from lane_items as item
  cross join lateral (
    select one.author, one.scheduled_at from messages as one
    where one.organization_id = known.organization_id and one.id = item.item_id::uuid and one.type <> 'template'
      and is_answer(one.direction, one.type, one.status, one.broadcast_id, one.metadata)
    limit 1
  ) as message
  cross join lateral (
    select from api_keys as key
    where key.organization_id = known.organization_id and key.id = message.author
      and coalesce(key.bot, key.agent ->> 'when_held') is not null
    limit 1
  ) as bot
  where item.organization_id = known.organization_id and item.kind = 'channel' and item.item_id = any (array(
    -- each by the index that has it
    select one.item_id from lane_items as one where one.order_key = known.id and one.priority < low_priority()
    union all
    select one.item_id from lane_items as one where one.order_key = known.id and one.priority = low_priority()
  ))
  order by item.item_id
  for update of item
$$;

/*
 * The answers of a batch by bots in whose conversation another is: conversation_held (response: who holds it). Where
 * answering takes a conversation, the first bot of two has it. A message that was accepted before is not judged again.
 */
create or replace function refused_by_holders(inputs accept_input[])
returns table (n integer, outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  bot record;
  current conversations;
  other text;
  takers jsonb := '{}';
begin
  for bot in
    select input.n, input.organization_id, input.author, input.scheduled_at, input.holding, known.id as conversation_id
    from unnest(inputs) as input
    cross join lateral conversation_of(input) as known
    where input.holding ->> 'when_held' is not null and known.id is not null
      and not is_claimed(input.organization_id, input.idempotency_key)
    order by known.channel_id, known.id, input.n
  loop
    if (bot.holding ->> 'seconds') is not null then
      perform pg_advisory_xact_lock(hashtextextended('hold ' || bot.conversation_id, 0));
    end if;
    -- read once nobody else can answer first
    select * into current from conversations as known
    where known.organization_id = bot.organization_id and known.id = bot.conversation_id;
    other := coalesce(holder_of(current), takers ->> current.id, bot.author);
    if other <> bot.author and bot.holding ->> 'when_held' = 'refuse'
      and (bot.scheduled_at >= current.held_until) is not true then
      return query select bot.n, 'conversation_held', coalesce(
        hold_shown(current), json_build_object('type', 'key', 'id', other)
      )::text;
    elsif bot.holding ->> 'seconds' is not null then
      takers := takers || jsonb_build_object(current.id, other);
    end if;
  end loop;
end $$;

/*
 * Has those hold their conversations who answered in them, where the channel says so: a user also what another held, a key
 * only what nobody does. Answers of bots that wait in what another holds are put off. To be called before any is begun.
 */
create or replace function settle_holders(inputs accept_input[], conversation_ids text[]) returns void
language plpgsql as $$
declare
  answer record;
  current conversations;
begin
  perform lock_in_order(asking.organization_id, asking.ids) from (
    select input.organization_id, array_agg(conversation_ids[input.ordinality]) as ids
    from unnest(inputs) with ordinality as input
    where input.holding is not null
    group by input.organization_id
    order by input.organization_id
  ) as asking;
  for answer in
    select input.organization_id, input.author, input.scheduled_at, conversation_ids[input.ordinality] as conversation,
      (input.holding ->> 'seconds')::double precision as seconds, input.holding ->> 'when_held' as when_held
    from unnest(inputs) with ordinality as input
    where input.holding is not null
    order by input.n
  loop
    select * into current from conversations as known
    where known.organization_id = answer.organization_id and known.id = answer.conversation;
    if answer.seconds is not null and (answer.scheduled_at > now()) is not true
      and coalesce(holder_of(current) <> 'meta_agent', true)
      and (answer.author not like 'key\_%' or coalesce(holder_of(current), answer.author) = answer.author) then
      perform hold_by_answer(current, answer.author, now() + make_interval(secs => answer.seconds));
    elsif answer.when_held is not null and holder_of(current) <> answer.author then
      perform keep_bots_out(current.organization_id, current.id);
    end if;
  end loop;
end $$;

/* Has somebody who answered hold a conversation, which is locked, at least until then. Only another holder is news. */
create or replace function hold_by_answer(known conversations, by text, ends timestamptz) returns void
language plpgsql as $$
declare
  is_new constant boolean := holder_of(known) is distinct from by;
  held conversations;
begin
  update conversations as one set
    held_by = by, held_since = case when is_new then now() else one.held_since end,
    held_until = case when is_new then ends else greatest(one.held_until, ends) end,
    updated_at = now(), changed_at = now()
  where one.organization_id = known.organization_id and one.id = known.id and (is_new or one.held_until < ends)
  returning * into held;
  if is_new then
    perform emit_events(array[held_event(held, 'answered')]);
    perform keep_bots_out(held.organization_id, held.id);
  end if;
end $$;

/* The conversation that a message goes into; none before there is one. */
create or replace function conversation_of(input accept_input) returns setof conversations
language sql stable as $$
  select known.* from contact_identities as identity
  cross join lateral (
    select one.* from conversations as one
    where one.organization_id = input.organization_id and one.channel_id = input.channel_id
      and one.contact_id = identity.contact_id
    limit 1
  ) as known
  where identity.organization_id = input.organization_id and identity.source = ''
    and identity.type = identity_type_of(input.address, input.user_id)
    and identity.value = identity_value_of(input.address, input.user_id)
  limit 1
$$;
