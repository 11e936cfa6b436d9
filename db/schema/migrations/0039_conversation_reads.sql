-- What each reader has seen of a conversation. Both are counts of the contact's messages, so that what is unread is
-- known without counting rows. What came before this migration is counted nowhere, and so is read.

alter table conversations add column inbound_count integer not null default 0;

create table conversation_reads (
  organization_id text not null,
  conversation_id text not null,
  -- a user's id; 'keys' stands for all API keys of the organisation
  reader text not null,
  read_count integer not null,
  primary key (organization_id, conversation_id, reader)
) with (fillfactor = 80);
