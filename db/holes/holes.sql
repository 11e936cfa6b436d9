-- Holes: what the phone of a paired number may have of while Waypost was away, asked for one conversation after the other.

/*
 * Notes that a channel, which is there again, was away for more than two minutes: since it was last seen or, where that is
 * not known, since somebody last wrote. The conversations of the day before are asked about, the hundred newest of them.
 */
create or replace function note_holes(organization text, channel text) returns void
language plpgsql as $$
declare
  since constant timestamptz := (
    select coalesce(known.last_seen_at, (
      select max(last_inbound_at) from conversations where organization_id = organization and channel_id = channel
    ))
    from channels as known where known.organization_id = organization and known.id = channel
  );
begin
  if since is null or since > now() - interval '2 minutes' then
    return;
  end if;
  -- what is open is asked about again, up to now
  update web_holes set until = now(), before_id = null, request_id = null, asked_at = null, attempts = 0, pages = 0
  where organization_id = organization and channel_id = channel;
  insert into web_holes (organization_id, id, channel_id, conversation_id, since, until)
  select organization, gen_random_uuid(), channel, near.id, since, now()
  from conversations as near
  where near.organization_id = organization and near.channel_id = channel and near.contact_id is not null
    and near.last_inbound_at > since - interval '1 day'
    and not exists (select from web_holes as open where open.channel_id = channel and open.conversation_id = near.id)
  order by near.last_inbound_at desc limit 100;
end $$;

/* Whether a message of a type is one in its chat on WhatsApp. */
create or replace function stands_in_chat(type text) returns boolean
language sql immutable as $$
  select type not in (
    'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query', 'message_media_download',
    'system', 'call', 'missed_call'
  )
$$;

/* The message that the phone is asked about first: the one that follows the hole or, where none does, the newest. */
create or replace function follows_hole(hole web_holes) returns uuid
language sql stable as $$
  select message.id from messages as message
  where message.organization_id = hole.organization_id and message.conversation_id = hole.conversation_id
    and message.id >= uuid_bound(hole.since - interval '1 day') and message.provider_message_id is not null
    and stands_in_chat(message.type)
  order by message.created_at >= hole.until desc,
    case when message.created_at >= hole.until then message.id end, message.created_at desc, message.id desc
  limit 1
$$;

/*
 * Ends a hole. Its conversation says how many messages the phone had of it and, in a second record, of when it may lack
 * some: before `reached`, where the phone said nothing about that, and those that nobody could decrypt. `ids` are those of
 * the two records. An event says the same; there is none where there is nothing to say.
 */
create or replace function close_hole(organization text, hole_id uuid, reached timestamptz, ids uuid[]) returns void
language plpgsql as $$
declare
  hole web_holes;
  shown conversations;
  person record;
  came record;
begin
  delete from web_holes where organization_id = organization and id = hole_id returning * into hole;
  select * into shown from conversations where organization_id = organization and id = hole.conversation_id;
  select type, value into person from contact_identities
  where organization_id = organization and contact_id = shown.contact_id and source = '' order by type = 'username', type limit 1;
  if not found then
    return;
  end if;
  select count(*) filter (where message.imported_from = 'phone') as messages,
    least(min(message.created_at) filter (where message.type = 'undecryptable'), case when reached is not null then hole.since end)
      as since,
    greatest(max(message.created_at) filter (where message.type = 'undecryptable'), reached) as until
  into came
  from messages as message
  where message.organization_id = organization and message.conversation_id = hole.conversation_id
    and message.id >= uuid_bound(hole.since) and message.created_at between hole.since and hole.until;
  if came.messages = 0 and came.since is null then
    return;
  end if;
  perform receive_notices(organization, hole.channel_id, (
    select json_agg(json_build_object(
      'id', ids[said.nth], 'provider_message_id', said.content ->> 'event' || ':' || hole.id, 'direction', 'inbound',
      'at', hole.until, 'identity_type', person.type, 'identity_value', person.value, 'content', said.content::text
    ))
    from (values
      (1, came.messages > 0, json_build_object(
        'event', 'came_while_away', 'messages', came.messages, 'since', iso_time(hole.since), 'until', iso_time(hole.until)
      )),
      (2, came.since is not null, json_build_object(
        'event', 'not_fetched', 'since', iso_time(came.since), 'until', iso_time(came.until)
      ))
    ) as said (nth, is_so, content)
    where said.is_so
  ));
  perform emit_events(array[
    filled_event(shown, came.messages, hole.since, hole.until, came.since, came.until)
  ]);
end $$;
