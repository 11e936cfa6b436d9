-- Tags of conversations, what a message was before its author edited it, and
-- edits and revocations that came before their message.

create table conversation_tags (
  organization_id text not null,
  name text not null,
  conversation_id text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, name, conversation_id)
);
create index conversation_tags_conversation on conversation_tags (organization_id, conversation_id, name);

-- JSON text of an array of { content, at }, oldest first; null of a message that was never edited
alter table messages add column edits text;

create table early_revisions (
  organization_id text not null,
  channel_id text not null,
  -- the provider's id of the message that is changed
  original_id text not null,
  -- the provider's id of the change
  provider_message_id text not null,
  -- as revise_message takes it
  revision text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, channel_id, original_id, provider_message_id)
);
create index early_revisions_retention on early_revisions (created_at);
