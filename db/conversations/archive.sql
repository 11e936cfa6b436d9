/*
 * Archives a conversation, or takes it out of the archive, and emits the event; nothing if it is so already. Nothing when
 * there is no such conversation.
 */
create or replace function archive_conversation(organization text, conversation text, archived boolean) returns void
language plpgsql as $$
declare
  held text := held_conversation(organization, conversation);
  changed conversations;
begin
  update conversations as known
  set archived_at = case when archived then now() end, updated_at = now(), changed_at = now()
  where known.organization_id = organization and known.id = held and (known.archived_at is not null) <> archived
  returning known.* into changed;
  if found then
    perform emit_events(array[conversation_event(changed)]);
  end if;
end $$;

/*
 * Takes over what was archived on the phone of a paired number, or taken out of its archive, in the order in which it was
 * done. Each: type and value of the person or group, other_type and other_value (a second identity of theirs, or null),
 * archived. Chats without a conversation here are left out.
 */
create or replace function archive_on_phone(organization text, channel text, chats json) returns void
language plpgsql as $$
declare
  chat record;
begin
  for chat in
    select conversation.id, given.archived
    from rows from (json_to_recordset(chats) as (
      type text, value text, other_type text, other_value text, archived boolean
    )) with ordinality as given (type, value, other_type, other_value, archived, place)
    join conversations as conversation
      on conversation.organization_id = organization and conversation.channel_id = channel
      and conversation.contact_id = coalesce(
        contact_of(organization, given.type, given.value), contact_of(organization, given.other_type, given.other_value)
      )
    order by given.place
  loop
    perform archive_conversation(organization, chat.id, chat.archived);
  end loop;
end $$;

/* Whether a channel's archived conversations stay archived when the person writes: what the phone of a paired number says. */
create or replace function stays_archived(organization text, channel text) returns boolean
language sql stable as $$
  select exists (
    select from web_sessions as known where known.organization_id = organization and known.channel_id = channel
  )
$$;
