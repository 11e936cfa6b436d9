-- Messages that WhatsApp kept while a paired number was away.

/* A conversation's messages of between two moments that came more than a minute late, but for those counted before. */
create or replace function late_messages(
  organization text, conversation text, first timestamptz, last timestamptz, out messages bigint, out since timestamptz,
  out until timestamptz
) language sql stable as $$
  select count(*), min(message.created_at), max(message.created_at) from messages as message
  where message.organization_id = organization and message.conversation_id = conversation
    and message.id >= uuid_bound(first) and message.created_at between first and last
    and message.id >= uuid_bound(message.created_at + interval '1 minute')
    and counts_as_unread(message.direction, message.type) and message.imported_from is null
    and message.id > coalesce((
      select said.id from messages as said
      where said.organization_id = organization and said.conversation_id = conversation and said.id >= uuid_bound(first)
        and said.type = 'system' and said.content::json ->> 'event' = 'came_while_away'
      order by said.id desc limit 1
    ), uuid_bound(first))
$$;

/*
 * Says in conversations of one channel how many messages came more than a minute late. Each: id (of the record that says so),
 * provider_message_id, identity_type and identity_value of the person or group, since and until (when the first and the
 * last were written). What an earlier record has counted is not counted again; nothing is said where nothing is left.
 */
create or replace function mark_missed(organization text, channel text, missed json) returns void
language sql as $$
  select receive_notices(organization, channel, json_agg(json_build_object(
    'id', given.id, 'provider_message_id', given.provider_message_id, 'direction', 'inbound', 'at', given.until,
    'identity_type', given.identity_type, 'identity_value', given.identity_value,
    'content', json_build_object(
      'event', 'came_while_away', 'messages', late.messages, 'since', iso_time(late.since), 'until', iso_time(late.until)
    )::text
  )))
  from json_to_recordset(missed) as given (
    id uuid, provider_message_id text, identity_type text, identity_value text, since timestamptz, until timestamptz
  )
  cross join lateral (
    select known.id from conversations as known
    where known.organization_id = organization and known.channel_id = channel
      and known.contact_id = contact_of(organization, given.identity_type, given.identity_value)
    limit 1
  ) as conversation
  cross join lateral late_messages(organization, conversation.id, given.since, given.until) as late
  where late.messages > 0
  having count(*) > 0
$$;
