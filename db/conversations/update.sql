/*
 * Changes a conversation and emits the event. `changes` is an object with some of status, assignee_id and team_id (null
 * removes the assignment) and snoozed_until (null: until the person writes), and `by`, the user
 * or key that asks for it. If nothing differs, there is no event. False when
 * there is no such conversation.
 */
create or replace function update_conversation(organization text, conversation text, changes json) returns boolean
language plpgsql as $$
declare
  changed event_input[];
  is_settled boolean;
  before conversations;
  team text;
begin
  -- first, in the order of delete_team; null when it was just deleted
  select known.id into team from teams as known
  where known.organization_id = organization and known.id = changes ->> 'team_id' for key share;
  conversation := held_conversation(organization, conversation);
  select * into before from conversations where organization_id = organization and id = conversation;
  with current as (
    select known.id, known.status as previous, wanted.status,
      case when changes -> 'assignee_id' is null then known.assignee_id
        else (changes ->> 'assignee_id')::uuid end as assignee_id,
      case when changes -> 'team_id' is null then known.team_id else team end as team_id,
      case when wanted.status <> 'snoozed' then null
        when changes -> 'snoozed_until' is null then known.snoozed_until
        else (changes ->> 'snoozed_until')::timestamptz end as snoozed_until
    from conversations as known
    cross join lateral (select coalesce(changes ->> 'status', known.status) as status) as wanted
    where known.organization_id = organization and known.id = conversation
  ), updated as (
    update conversations as known set
      status = current.status, assignee_id = current.assignee_id, team_id = current.team_id,
      snoozed_until = current.snoozed_until,
      settled_at = case
        when current.status = current.previous then known.settled_at
        when current.status = 'closed' then now()
        -- closed by mistake: what was said before waits again
        when current.previous = 'closed' then null
        else known.settled_at end,
      updated_at = now(), changed_at = now()
    from current
    where known.organization_id = organization and known.id = current.id
      and (known.status, known.assignee_id, known.team_id, known.snoozed_until) is distinct from
        (current.status, current.assignee_id, current.team_id, current.snoozed_until)
    returning known as conversation, current.status <> current.previous as is_settled
  )
  select array_agg(conversation_event(updated.conversation)), bool_or(updated.is_settled) into changed, is_settled
  from updated;

  if is_settled then
    perform note_closing(before, changes ->> 'status', changes ->> 'by');
    perform settle_waiting(organization, array[conversation]);
  end if;
  perform emit_events(changed);
  return exists (select from conversations where organization_id = organization and id = conversation);
end $$;

/*
 * Makes nobody's what is assigned to a user who is gone, or can't answer any more, with the events of it. Closed
 * conversations keep whose they were until the person writes again, see receive_messages.
 */
create or replace function release_conversations(organization text, gone uuid) returns void
language plpgsql as $$
declare
  released event_input[];
begin
  perform lock_in_order(organization, array(
    select id from conversations where organization_id = organization and assignee_id = gone and status <> 'closed'
  ));
  with changed as (
    update conversations as known set assignee_id = null, updated_at = now(), changed_at = now()
    where known.organization_id = organization and known.assignee_id = gone and known.status <> 'closed'
    returning known as conversation
  )
  select array_agg(conversation_event(changed.conversation)) into released from changed;
  perform emit_events(released);
  perform end_holds_of(organization, array[gone::text]);
end $$;

/* Whether a conversation can be assigned to a user: they are there, may log in and may answer (daemon/auth/roles.ts). */
create or replace function is_colleague(organization text, given uuid) returns boolean
language sql stable as $$
  select exists (
    select from users as known
    where known.organization_id = organization and known.id = given and known.disabled_at is null
      and known.role in ('owner', 'admin', 'agent')
  )
$$;

/*
 * Opens conversations again whose snooze is over, at most so many, and emits the events of it. Those that somebody is
 * changing are left for the next time. Returns how many there were.
 */
create or replace function end_snoozes(most integer) returns integer
language plpgsql as $$
declare
  opened event_input[];
begin
  with due as (
    select known.organization_id, known.id from conversations as known
    where known.snoozed_until <= now()
    order by known.snoozed_until
    limit most
    for no key update skip locked
  ), changed as (
    update conversations as known
    set status = 'open', snoozed_until = null, updated_at = now(), changed_at = now()
    from due
    where known.organization_id = due.organization_id and known.id = due.id
    returning known as conversation
  )
  select array_agg(conversation_event(changed.conversation)) into opened from changed;
  perform emit_events(opened);
  return coalesce(cardinality(opened), 0);
end $$;

/*
 * Closes open conversations of an organisation in which nothing was written and nothing changed since a time, and in
 * which nobody waits for an answer, with their events; at most so many. Returns how many it looked at.
 */
create or replace function close_quiet_conversations(organization text, since timestamptz, most integer) returns integer
language plpgsql as $$
declare
  quiet text[] := array(
    select found.id from (
      select known.id, known.channel_id from conversations as known
      where known.organization_id = organization and known.status = 'open' and known.updated_at < since
        and is_quiet(known, since)
      order by known.id limit most
    ) as found
    -- in the order of lock_conversations
    order by found.channel_id, found.id
  );
  one text;
begin
  foreach one in array quiet loop
    -- nothing comes into it from here on
    perform from conversations where organization_id = organization and id = one for no key update;
    if exists (
      select from conversations as known
      where known.organization_id = organization and known.id = one and is_quiet(known, since)
    ) then
      perform update_conversation(organization, one, '{"status":"closed"}');
    end if;
  end loop;
  return cardinality(quiet);
end $$;

/* Whether a conversation is open, nobody waits in it, and nothing happened in it since a time. */
create or replace function is_quiet(known conversations, since timestamptz) returns boolean
language sql stable as $$
  select known.status = 'open' and known.waiting_since is null and known.updated_at < since and not exists (
    select from messages as message
    where message.organization_id = known.organization_id and message.conversation_id = known.id
      and message.id >= uuid_bound(since)
    limit 1
  )
$$;
