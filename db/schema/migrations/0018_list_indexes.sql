-- What lists of few among many rows are read by. Each index is partial: most
-- messages, events and deliveries are not in it, so that writing them costs
-- nothing more. None names a column that changes as a message moves on
-- (status does): updates that change an indexed column have to write all
-- indexes of the row anew.

-- A message that failed has an error, and keeps it.
create index messages_failed on messages (organization_id, id) where error is not null;
create index messages_type on messages (organization_id, type, id)
  where type not in ('text', 'template', 'buttons', 'mark_as_read', 'presence');

create index deliveries_failed on deliveries (organization_id, id) where error is not null;
create index deliveries_event_type on deliveries (organization_id, event_type, id)
  where event_type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated');
create index events_type on events (organization_id, type, position, id)
  where type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated');

-- Closed conversations are many in the end; they are counted before they are read by it.
create index conversations_status on conversations (organization_id, status) where status <> 'open';
drop index conversations_snoozed;

-- When a conversation was changed otherwise than by a message: only then, so
-- that what comes in still changes no indexed column.
alter table conversations add column changed_at timestamptz;
update conversations set changed_at = updated_at where status <> 'open' or assignee_id is not null;
create index conversations_changed on conversations (organization_id, changed_at) where changed_at is not null;
