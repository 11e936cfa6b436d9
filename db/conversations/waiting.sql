-- Who waits for an answer: conversations.waiting_since is when the first message arrived that nobody has answered.

/* The metadata of an away answer, by which it is known: it says that nobody is there, and so answers nobody. */
create or replace function away_metadata() returns text
language sql immutable parallel safe as $$ select '{"automatic":"away"}' $$;

/*
 * Whether a message answers somebody who waits. What was not sent does not, nor what goes to many at once, nor an away
 * answer, nor an operation, of which the person sees nothing. A call that was taken does, from either side.
 */
create or replace function is_answer(direction text, type text, status text, broadcast text, metadata text) returns boolean
language sql immutable as $$
  select (direction = 'outbound' or type = 'call') and not is_end(status) and broadcast is null and metadata is distinct from away_metadata()
    and type not in (
      'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query', 'message_media_download',
      'missed_call', 'system'
    )
$$;

/*
 * Since when the person of a conversation waits, by its messages; null when they don't. Whom Meta's agent answers does not
 * wait; whom it handed over does, whatever it said last.
 */
create or replace function waiting_since_of(known conversations) returns timestamptz
language plpgsql stable as $$
begin
  if known.inbound_count = 0 or known.contact_id is null or known.status = 'closed' or known.handled_by = 'agent' then
    return null;
  end if;
  if is_handed_over(known) then
    return known.handed_over_at;
  end if;
  return (
    select message.created_at from messages as message
    where message.organization_id = known.organization_id and message.conversation_id = known.id
      and counts_as_unread(message.direction, message.type)
      and message.id > greatest(uuid_bound(known.settled_at), (
        select answer.id from messages as answer
        where answer.organization_id = known.organization_id and answer.conversation_id = known.id
          and is_answer(answer.direction, answer.type, answer.status, answer.broadcast_id, answer.metadata)
        order by answer.id desc limit 1
      ), '00000000-0000-0000-0000-000000000000')
    order by message.id limit 1
  );
end $$;

/* Locks some conversations, in the order of lock_conversations. */
create or replace function lock_in_order(organization text, conversations text[]) returns void
language plpgsql as $$
declare
  one record;
begin
  for one in
    select known.id from (select distinct given.id from unnest(conversations) as given (id)) as wanted
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select other.id, other.channel_id from conversations as other
      where other.organization_id = organization and other.id = wanted.id
      limit 1
    ) as known
    order by known.channel_id, known.id
  loop
    perform from conversations where organization_id = organization and id = one.id for no key update;
  end loop;
end $$;

/* Writes down since when the people of some conversations wait, where their messages say otherwise now. */
create or replace function settle_waiting(organization text, conversations text[]) returns void
language plpgsql as $$
declare
  one record;
  since timestamptz;
begin
  -- read only once nothing else can come into them
  perform lock_in_order(organization, conversations);
  for one in select distinct given.id from unnest(conversations) as given (id) loop
    since := (
      select waiting_since_of(known) from conversations as known
      where known.organization_id = organization and known.id = one.id
    );
    update conversations set waiting_since = since
    where organization_id = organization and id = one.id and waiting_since is distinct from since;
  end loop;
end $$;

/* Notes that somebody was written to, not by a broadcast, who waited, or in whose conversation no user had written. */
create or replace function note_answers(organization text, conversations text[]) returns void
language plpgsql as $$
begin
  perform settle_waiting(organization, conversations);
  update conversations as known set contacted = false
  where known.organization_id = organization and known.id = any (note_answers.conversations) and known.contacted;
end $$;

/* Settles those in whose conversations some messages were not sent, or were after all. */
create or replace function settle_waiting_of(organizations text[], message_ids uuid[]) returns void
language plpgsql as $$
begin
  perform settle_waiting(answered.organization_id, answered.ids) from answered_by(organizations, message_ids) as answered;
end $$;

/*
 * Locks the conversations that settle_waiting_of settles when some messages fail or are cancelled. To be called before
 * their lane items and messages are locked: see lock_conversations.
 */
create or replace function lock_answered(organizations text[], message_ids uuid[]) returns void
language plpgsql as $$
begin
  perform lock_in_order(answered.organization_id, answered.ids) from answered_by(organizations, message_ids) as answered;
end $$;

/* The conversations of somebody who has written that messages answer, or would, had they been sent. */
create or replace function answered_by(organizations text[], message_ids uuid[])
returns table (organization_id text, ids text[]) language sql stable as $$
  select message.organization_id, array_agg(message.conversation_id)
  from messages as message
  cross join lateral (
    select from conversations as known
    where known.organization_id = message.organization_id and known.id = message.conversation_id
      and known.inbound_count > 0
    limit 1
  ) as writer
  where message.organization_id = any (organizations) and message.id = any (message_ids)
    and is_answer(message.direction, message.type, 'sent', message.broadcast_id, message.metadata)
  group by message.organization_id
  order by message.organization_id
$$;
