/*
 * Changes a message that its author edited (content is its new content) or
 * took back (content is null), and tells of it. The call that told us is
 * remembered under its own id: a replay changes nothing. An edit older than the
 * last one is left out.
 */
create or replace function revise_message(
  organization text, channel text, provider_message text, target uuid, new_content text, revised_at timestamptz
) returns void language plpgsql as $$
declare
  announced event_input[];
begin
  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  values (organization, channel, provider_message, target)
  on conflict do nothing;
  if not found then
    return;
  end if;
  with revised as (
    update messages set
      content = coalesce(new_content, content), updated_at = now(),
      edited_at = case when new_content is null then edited_at else revised_at end,
      deleted_at = case when new_content is null then revised_at end
    where organization_id = organization and id = target and deleted_at is null
      and (new_content is null or revised_at >= coalesce(edited_at, '-infinity'))
    returning conversation_id
  )
  select array_agg(row(organization, channel, 'conversation.updated', json_build_object(
    'conversation_id', conversation.id, 'status', conversation.status, 'organization_id', organization,
    'channel_id', channel, 'message_id', target
  )::text)::event_input)
  into announced
  from revised
  cross join lateral (
    select known.id, known.status from conversations as known
    where known.organization_id = organization and known.id = revised.conversation_id
    limit 1
  ) as conversation;
  perform emit_events(announced);
end $$;
