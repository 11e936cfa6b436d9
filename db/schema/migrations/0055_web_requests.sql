-- What the session of a paired number is asked to do while a request of the API waits for the result.

create table web_requests (
  organization_id text not null,
  id uuid not null,
  channel_id text not null,
  -- JSON as text
  request text not null,
  asked_at timestamptz not null default now(),
  -- when the daemon that holds the session took it up: nothing is done twice
  taken_at timestamptz,
  -- JSON as text
  answer text,
  primary key (organization_id, id)
);
create index web_requests_open on web_requests (channel_id, asked_at) where taken_at is null;
create index web_requests_retention on web_requests (asked_at);
