-- Whether a broadcast or a program began a conversation, and no user has written in it since. Once the person has written
-- (last_inbound_on), it says nothing more: so what the version before takes in is right as well.
alter table conversations add column contacted boolean not null default false;
create index conversations_contacted on conversations (organization_id, status)
  where contacted and last_inbound_on is null;
create index conversations_of_people on conversations (organization_id, status)
  where status <> 'closed' and not (contacted and last_inbound_on is null);
