/*
 * Writes a note about a conversation, with its event. Fails as WP422 when the conversation has most_notes; other
 * writers of its notes wait meanwhile, so that two at once do not both find room for the last one.
 */
create or replace function add_conversation_note(
  organization text, conversation text, note_id text, text_of_note text, writer text, mentioned uuid[]
) returns setof conversation_notes language plpgsql as $$
declare
  held text := held_conversation(organization, conversation);
  noted conversations;
  written conversation_notes;
begin
  select * into noted from conversations where organization_id = organization and id = held;
  if (
    select count(*) from conversation_notes where organization_id = organization and conversation_id = held
  ) >= most_notes() then
    raise exception 'too_many_conversation_notes' using errcode = 'WP422';
  end if;
  insert into conversation_notes (organization_id, conversation_id, id, body, author, mentions)
  values (organization, held, note_id, text_of_note, writer, mentioned)
  returning * into written;
  perform emit_events(array[conversation_note_event(noted, written)]);
  return next written;
end $$;
