-- What accepting has to know of a message beside its words, and the indexes that lists are read by.

alter type accept_input
  -- refused unless its recipient wrote within the last 24 hours
  add attribute needs_window boolean,
  -- sent to a person, as opposed to an operation such as mark_as_read
  add attribute addressed boolean;

-- Like messages_conversation not led by organization_id, and for the same reason.
create index messages_channel on messages (channel_id, id);

create index conversations_assignee on conversations (assignee_id) where assignee_id is not null;
create index conversations_snoozed on conversations (organization_id) where status = 'snoozed';

-- Daemons keep the definitions that sends are checked against; whoever changes one need not think of it.
create function tell_templates_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify('waypost_templates_changed', '');
  return null;
end $$;

create trigger templates_changed after insert or update or delete on templates
for each statement execute function tell_templates_changed();
