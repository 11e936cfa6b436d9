/*
 * Takes over what the phone of a paired number says of its labels: a label is a tag of the conversations that carry it.
 * `news`: business (true: the number is in the Business app), edited and chats, as edit_labels and label_chats take them, and
 * most: the tags that a conversation may have.
 */
create or replace function take_labels(organization text, channel text, news json) returns void
language plpgsql as $$
begin
  update web_sessions set labels = '{}'
  where organization_id = organization and channel_id = channel and labels is null and (news ->> 'business')::boolean;
  perform edit_labels(organization, channel, news -> 'edited', (news ->> 'most')::integer);
  perform label_chats(organization, channel, news -> 'chats', (news ->> 'most')::integer);
end $$;

/*
 * Names labels of a number, gives them other names, or forgets them: the conversations that carry them follow. Each: id, name,
 * deleted.
 */
create or replace function edit_labels(organization text, channel text, edited json, most integer) returns void
language plpgsql as $$
declare
  label record;
  before text;
begin
  for label in select * from json_to_recordset(edited) as (id text, name text, deleted boolean) loop
    select labels ->> label.id into before
    from web_sessions where organization_id = organization and channel_id = channel for no key update;
    update web_sessions
    set labels = coalesce(labels, '{}') - label.id
      || case when label.deleted then '{}' else jsonb_build_object(label.id, label.name) end
    where organization_id = organization and channel_id = channel;
    if before <> label.name or label.deleted then
      perform tag_conversation(
        organization, tagged.id, case when label.deleted then '{}' else array[label.name] end, array[before], most
      ) from tagged_with(organization, channel, before) as tagged;
    end if;
  end loop;
end $$;

/* The conversations of a channel that have a tag, in the order in which they are locked. */
create or replace function tagged_with(organization text, channel text, tag text) returns table (id text)
language sql stable as $$
  select conversation.id from conversation_tags as known
  join conversations as conversation
    on conversation.organization_id = organization and conversation.id = known.conversation_id
  where known.organization_id = organization and known.name = tag and conversation.channel_id = channel
  order by conversation.id
$$;

/*
 * Tags conversations with the labels that their chats carry, and takes off those that they lost. Each: label_id, labelled,
 * type and value of the person or group, other_type and other_value (a second identity of theirs, or null). Chats without a
 * conversation here, and labels that nobody named, are left out.
 */
create or replace function label_chats(organization text, channel text, chats json, most integer) returns void
language plpgsql as $$
declare
  chat record;
begin
  for chat in
    select conversation.id, session.labels ->> given.label_id as name, given.labelled
    from rows from (json_to_recordset(chats) as (
      label_id text, labelled boolean, type text, value text, other_type text, other_value text
    )) with ordinality as given (label_id, labelled, type, value, other_type, other_value, place)
    join web_sessions as session
      on session.organization_id = organization and session.channel_id = channel and session.labels ? given.label_id
    join conversations as conversation
      on conversation.organization_id = organization and conversation.channel_id = channel
      and conversation.contact_id = coalesce(
        contact_of(organization, given.type, given.value), contact_of(organization, given.other_type, given.other_value)
      )
    order by given.place
  loop
    perform tag_conversation(
      organization, chat.id, case when chat.labelled then array[chat.name] else '{}' end,
      case when chat.labelled then '{}' else array[chat.name] end, most
    );
  end loop;
end $$;
