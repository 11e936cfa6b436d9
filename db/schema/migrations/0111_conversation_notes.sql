-- What colleagues write to each other about a conversation, between its messages; the person never sees it.
create table conversation_notes (
  organization_id text not null,
  conversation_id text not null,
  id text collate "C" not null,
  body text not null,
  -- the key or the user that wrote it
  author text not null,
  -- the users that it is for
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, id)
);
