/* Whether a message is one to read: what a person sent, but for reactions and votes, which need no reply. */
create or replace function counts_as_unread(direction text, type text) returns boolean
language sql immutable as $$ select direction = 'inbound' and type not in ('reaction', 'poll_vote') $$;

/*
 * Notes how far somebody has read a conversation: to its end or, with `last`, to that message and not beyond. Of what
 * came after `last` at most a thousand are kept as unread. It never goes back.
 */
create or replace function read_conversation(organization text, conversation text, by_reader text, last uuid)
returns void language sql as $$
  insert into conversation_reads as mark (organization_id, conversation_id, reader, read_count)
  select organization, known.id, by_reader, greatest(0, known.inbound_count - later.count)
  from conversations as known
  cross join lateral (
    select count(*)::integer as count from (
      select from messages as message
      where message.organization_id = organization and message.conversation_id = conversation and message.id > last
        and counts_as_unread(message.direction, message.type)
      limit 1000
    ) as one
  ) as later
  where known.organization_id = organization and known.id = conversation
  on conflict (organization_id, conversation_id, reader) do update set read_count = excluded.read_count
    where mark.read_count < excluded.read_count
$$;

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
      where known.organization_id = organization and known.id::text = by_reader
        -- platforms tell whole seconds
        and date_trunc('second', known.created_at) > last_inbound_at
      limit 1
    ),
    0
  ))
$$;
