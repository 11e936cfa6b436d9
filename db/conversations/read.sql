/* Whether a message is one to read: what a person sent, but for what is about another message, and needs no reply. */
create or replace function counts_as_unread(direction text, type text) returns boolean
language sql immutable as $$ select direction = 'inbound' and type not in (
  'reaction', 'poll_vote', 'event_response', 'pin', 'album', 'call', 'system'
) $$;

/*
 * Notes how far somebody has read a conversation: to its end or, with `last`, to that message and not beyond. Of what
 * came after `last` at most a thousand are kept as unread. It never goes back.
 */
create or replace function read_conversation(organization text, conversation text, by_reader text, last uuid)
returns void language plpgsql as $$
begin
  -- locked, so that what comes meanwhile is either counted here or makes it unread again
  conversation := held_conversation(organization, conversation);
  perform open_conversation(organization, conversation);

  insert into conversation_reads as mark (organization_id, conversation_id, reader, read_count, unread)
  select organization, known.id, by_reader, greatest(0, known.inbound_count - later.count),
    least(known.inbound_count, later.count) > 0
  from conversations as known
  cross join lateral (
    select count(*)::integer as count from (
      select from messages as message
      where message.organization_id = organization and message.conversation_id = conversation and message.id > last
        and counts_as_unread(message.direction, message.type) and message.imported_from is null
      limit 1000
    ) as one
  ) as later
  where known.organization_id = organization and known.id = conversation
  on conflict (organization_id, conversation_id, reader) do update
    set read_count = excluded.read_count, unread = excluded.unread
    where mark.read_count < excluded.read_count;
end $$;

/*
 * Makes a conversation unread again for somebody who had read it: the last message of its contact. False when the contact
 * has written nothing.
 */
create or replace function unread_conversation(organization text, conversation text, by_reader text) returns boolean
language plpgsql as $$
begin
  conversation := held_conversation(organization, conversation);
  perform open_conversation(organization, conversation);
  insert into conversation_reads as mark (organization_id, conversation_id, reader, read_count, unread)
  select organization, known.id, by_reader, known.inbound_count - 1, true
  from conversations as known
  where known.organization_id = organization and known.id = conversation and known.inbound_count > 0
  on conflict (organization_id, conversation_id, reader) do update
    set read_count = least(mark.read_count, excluded.read_count), unread = true;
  return found;
end $$;

/*
 * Notes that the business read messages elsewhere (their ids on the platform, as JSON): each conversation is read up to
 * the last of them, by every reader.
 */
create or replace function see_messages(organization text, channel text, provider_ids json) returns void
language plpgsql as $$
declare
  seen record;
begin
  for seen in
    select message.conversation_id, max(message.id::text)::uuid as last
    from json_array_elements_text(provider_ids) as given (id)
    join provider_messages as known on known.organization_id = organization and known.channel_id = channel
      and known.provider_message_id = given.id
    join messages as message on message.organization_id = organization and message.id = known.message_id
    where message.direction = 'inbound'
    group by message.conversation_id
    order by message.conversation_id
  loop
    seen.conversation_id := held_conversation(organization, seen.conversation_id);
    perform open_conversation(organization, seen.conversation_id);
    perform read_conversation(organization, seen.conversation_id, mark.reader, seen.last)
    from conversation_reads as mark
    where mark.organization_id = organization and mark.conversation_id = seen.conversation_id;
  end loop;
end $$;

/*
 * Adds the readers that conversations have no row of: all API keys together, and the users but for those who were made
 * after the contact last wrote, for whom it is read.
 */
create or replace function add_readers(organization text, conversations text[]) returns void
language sql as $$
  insert into conversation_reads (organization_id, conversation_id, reader, read_count, unread)
  select organization, known.id, reader.id, 0, known.inbound_count > 0
  from conversations as known
  cross join (
    select 'keys' as id, '-infinity'::timestamptz as since
    union all
    -- platforms report whole seconds
    select person.id::text, date_trunc('second', person.created_at) from users as person
    where person.organization_id = organization
  ) as reader
  where known.organization_id = organization and known.id = any (conversations)
    and (reader.since > known.last_inbound_at) is not true
    -- since then it has the rows of all others; an hour more, for users who were being made at that moment
    and reader.since >= coalesce(known.opened_at - interval '1 hour', '-infinity')
  on conflict do nothing
$$;

/* Gives each reader a row of a conversation that nobody has read so far. It is locked. */
create or replace function open_conversation(organization text, conversation text) returns void
language sql as $$
  select add_readers(organization, array[conversation]);
  update conversations set opened_at = now()
  where organization_id = organization and id = conversation and opened_at is null
$$;

/* Makes what the contacts of some conversations have written unread, for each reader who had read it. They are locked. */
create or replace function mark_unread(organization text, conversations text[]) returns void
language plpgsql as $$
declare
  opened text[] := array(
    select known.id from unnest(conversations) as wanted (id)
    cross join lateral (
      select other.id from conversations as other
      where other.organization_id = organization and other.id = wanted.id and other.opened_at is not null
      limit 1
    ) as known
  );
begin
  -- most conversations of an organisation that is used by API alone
  if opened = '{}' then
    return;
  end if;
  perform add_readers(organization, opened);
  update conversation_reads as mark set unread = true
  from conversations as known
  where known.organization_id = organization and known.id = any (opened)
    and mark.organization_id = organization and mark.conversation_id = known.id
    and not mark.unread and mark.read_count < known.inbound_count;
end $$;

/*
 * How many of a conversation's messages somebody has not read. A user has read what came before the user was made,
 * until the person writes again.
 */
create or replace function unread_count(
  organization text, conversation text, inbound_count integer, last_inbound_at timestamptz, by_reader text
) returns integer language sql stable as $$
  select greatest(0, inbound_count - coalesce(
    (
      select mark.read_count from conversation_reads as mark
      where mark.organization_id = organization and mark.conversation_id = conversation and mark.reader = by_reader
      limit 1
    ),
    (
      select inbound_count from users as known
      where known.organization_id = organization and known.id = nullif(by_reader, 'keys')::uuid
        -- platforms report whole seconds
        and date_trunc('second', known.created_at) > last_inbound_at
      limit 1
    ),
    0
  ))
$$;
