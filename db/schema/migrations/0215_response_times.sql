-- How long people waited for an answer, and for their conversations to be closed: a row for each, by which figures over
-- months are read without the messages.
create table response_times (
  organization_id text not null,
  conversation_id text not null,
  -- answer: the first by somebody or a program; automatic: by Waypost or Meta's agent; resolution: until it was closed
  kind text not null,
  -- when the person wrote what was answered, or first since it was closed before
  began_at timestamptz not null,
  ended_at timestamptz not null,
  channel_id text not null,
  -- the team whose it was at the end
  team_id text,
  -- who answered or closed, as messages have their author
  author text not null,
  primary key (organization_id, conversation_id, kind, began_at)
);
create index response_times_ended on response_times (organization_id, ended_at);
