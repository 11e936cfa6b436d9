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
      and counts_as_unread(message.direction, message.type) and message.imported_from is null
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

/* Writes down since when the people of some conversations wait, where their messages say otherwise now, and how long they did. */
create or replace function settle_waiting(organization text, conversations text[]) returns void
language plpgsql as $$
declare
  one record;
  before conversations;
  since timestamptz;
begin
  -- read only once nothing else can come into them
  perform lock_in_order(organization, conversations);
  for one in select distinct given.id from unnest(conversations) as given (id) loop
    select known.* into before from conversations as known
    where known.organization_id = organization and known.id = one.id;
    since := waiting_since_of(before);
    continue when since is not distinct from before.waiting_since;
    update conversations set waiting_since = since where organization_id = organization and id = one.id;
    perform note_wait(before, since);
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

-- How long they waited: rows of response_times, which waits that end, away answers and update_conversation write.

/* Messages and answers that are known so late come from a phone's history, and count for nothing. */
create or replace function is_of_history(id uuid, at timestamptz) returns boolean
language sql immutable as $$ select id >= uuid_bound(at + interval '24 hours') $$;

/*
 * Keeps how long the person of a conversation waited, by its row from when they did, once they wait no more, or since
 * something later; forgets it where they wait after all, because the answer was not sent.
 */
create or replace function note_wait(before conversations, since timestamptz) returns void
language plpgsql as $$
declare
  answer record;
  question uuid;
begin
  if since < before.waiting_since or before.waiting_since is null then
    delete from response_times
    where organization_id = before.organization_id and conversation_id = before.id and kind = 'answer' and began_at >= since;
    return;
  end if;
  select message.id into question from messages as message
  where message.organization_id = before.organization_id and message.conversation_id = before.id
    -- whatever the clocks of WhatsApp and this daemon say
    and message.id >= uuid_bound(before.waiting_since - interval '5 minutes')
    and message.created_at = before.waiting_since and counts_as_unread(message.direction, message.type)
    and message.imported_from is null
  order by message.id limit 1;
  -- handed over by Meta's agent: nothing that was written begins it
  question := coalesce(question, uuid_bound(before.waiting_since));
  select message.id, message.author, message.created_at, message.scheduled_at, message.imported_from into answer
  from messages as message
  where message.organization_id = before.organization_id and message.conversation_id = before.id
    and message.id > question
    and is_answer(message.direction, message.type, message.status, message.broadcast_id, message.metadata)
  order by message.id limit 1;
  if not found or answer.imported_from is not null or is_of_history(question, before.waiting_since)
    or is_of_history(answer.id, answer.created_at) then
    return;
  end if;
  perform note_time(
    before, case when is_automatic(answer.author) then 'automatic' else 'answer' end, before.waiting_since,
    coalesce(answer.scheduled_at, answer.created_at), answer.author
  );
end $$;

/* Whether nobody wrote a message, nor a program of the organisation's; see daemon/messages/author.ts. */
create or replace function is_automatic(author text) returns boolean
language sql immutable as $$ select author in ('away', 'opt_out', 'approval', 'meta_agent', 'rejected_call') $$;

/* Keeps how long something of a conversation took. */
create or replace function note_time(
  known conversations, kind text, began timestamptz, ended timestamptz, author text
) returns void language sql as $$
  insert into response_times (organization_id, conversation_id, kind, began_at, ended_at, channel_id, team_id, author)
  -- a call that was taken has no author
  values (
    known.organization_id, known.id, kind, began, greatest(began, ended), known.channel_id, known.team_id,
    coalesce(author, 'phone')
  )
  on conflict do nothing
$$;

/*
 * Keeps how long a conversation was open that somebody (`closer`, a user or a key) has closed, by its row from before: since
 * the person first wrote after it was last closed. One that is opened again by hand was not done, and keeps its beginning.
 */
create or replace function note_closing(before conversations, status text, closer text) returns void
language plpgsql as $$
declare
  began timestamptz;
begin
  if before.status = 'closed' and status <> 'closed' then
    delete from response_times
    where organization_id = before.organization_id and conversation_id = before.id and kind = 'resolution'
      and ended_at >= before.settled_at;
  elsif before.status <> 'closed' and status = 'closed' and closer is not null
    and before.last_inbound_at > coalesce(before.settled_at - interval '24 hours', '-infinity') then
    select message.created_at into began from messages as message
    where message.organization_id = before.organization_id and message.conversation_id = before.id
      and message.id > uuid_bound(greatest(before.settled_at, (
        select max(known.ended_at) from response_times as known
        where known.organization_id = before.organization_id and known.conversation_id = before.id
          and known.kind = 'resolution'
      ), '1970-01-01'))
      and counts_as_unread(message.direction, message.type) and not is_of_history(message.id, message.created_at)
      and message.imported_from is null
    order by message.id limit 1;
    if found then
      perform note_time(before, 'resolution', began, now(), closer);
    end if;
  end if;
end $$;
