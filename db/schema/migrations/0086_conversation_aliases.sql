-- The id of a conversation that became part of another leads to that one, as the ids of contacts do.
create table conversation_aliases (
  organization_id text not null,
  id text not null,
  conversation_id text not null,
  merged_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index conversation_aliases_conversation on conversation_aliases (organization_id, conversation_id);
