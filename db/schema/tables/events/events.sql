-- The log of events.

-- Gives every event its place in an order that readers of the log can follow without missing any: see
-- events/positions.sql. An event's id can't be that place, because it is made before its transaction commits.
create sequence event_log_position;

create table events (
  organization_id text not null,
  id text collate "C" not null,
  type text not null,
  channel_id text,
  body text not null,
  created_at timestamptz not null,
  -- made on request, for one endpoint, to try it out
  test boolean not null default false,
  position bigint not null,
  primary key (organization_id, id)
) partition by range (id);
create index events_position on events (organization_id, position, id);
-- partial for the same reason as messages_failed: the types that most events have are not in it
create index events_type on events (organization_id, type, position, id)
  where type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated');
