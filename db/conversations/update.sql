/*
 * Changes a conversation and emits the event. `changes` is an object with status,
 * assignee_id (null removes the assignment) or both. If nothing differs, there is no
 * event. False when there is no such conversation.
 */
create or replace function update_conversation(organization text, conversation text, changes json) returns boolean
language plpgsql as $$
declare
  changed event_input[];
begin
  conversation := held_conversation(organization, conversation);
  with current as (
    select known.id, known.channel_id, coalesce(changes ->> 'status', known.status) as status,
      case when changes -> 'assignee_id' is null then known.assignee_id
        else (changes ->> 'assignee_id')::uuid end as assignee_id
    from conversations as known
    where known.organization_id = organization and known.id = conversation
  ), updated as (
    update conversations as known set
      status = current.status, assignee_id = current.assignee_id, updated_at = now(),
      changed_at = now()
    from current
    where known.organization_id = organization and known.id = current.id
      and (known.status, known.assignee_id) is distinct from (current.status, current.assignee_id)
    returning known as conversation
  )
  select array_agg(conversation_event(updated.conversation)) into changed from updated;

  perform emit_events(changed);
  return exists (select from conversations where organization_id = organization and id = conversation);
end $$;
