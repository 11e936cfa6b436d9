-- Who waits for an answer, until when a conversation is snoozed, and what counts those that are not closed.
alter table conversations
  add column waiting_since timestamptz,
  add column settled_at timestamptz,
  add column snoozed_until timestamptz;
create index conversations_not_closed on conversations (organization_id, status, channel_id, assignee_id)
  where status <> 'closed';
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;

update conversations set settled_at = coalesce(changed_at, updated_at) where status = 'closed';
-- as db/conversations/waiting.sql has it
update conversations as conversation set waiting_since = waiting.since
from (
  select known.organization_id, known.id, first.since
  from conversations as known
  cross join lateral (
    select message.created_at as since from messages as message
    where message.organization_id = known.organization_id and message.conversation_id = known.id
      and message.direction = 'inbound'
      and message.type not in ('reaction', 'poll_vote', 'event_response', 'pin', 'album')
      and message.id > coalesce(
        (
          select answer.id from messages as answer
          where answer.organization_id = known.organization_id and answer.conversation_id = known.id
            and answer.direction = 'outbound' and answer.status not in ('failed', 'cancelled')
            and answer.broadcast_id is null and answer.type not in (
              'mark_as_read', 'presence', 'edit_message', 'delete_message', 'message_status_query',
              'message_media_download'
            )
          order by answer.id desc limit 1
        ),
        '00000000-0000-0000-0000-000000000000'
      )
    order by message.id limit 1
  ) as first
  where known.status <> 'closed' and known.contact_id is not null and known.inbound_count > 0
) as waiting
where conversation.organization_id = waiting.organization_id and conversation.id = waiting.id;
