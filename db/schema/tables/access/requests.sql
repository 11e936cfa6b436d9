-- What is remembered of requests to the API.

-- The key of a row is the caller's: the id of the API key or user stands in front of it.
create table idempotency_keys (
  organization_id text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  response text not null,
  created_at timestamptz not null default now(),
  -- A key whose work is done outside the database is claimed until then: a repetition meanwhile is answered that the
  -- first one is still running.
  claimed_until timestamptz,
  primary key (organization_id, key)
);
create index idempotency_keys_retention on idempotency_keys (created_at);

-- How many requests keys, organisations and addresses made in the current window, over all daemons: each adds what it
-- counted, about once a second. Not logged: after a crash of Postgres all counts begin at 0.
create unlogged table rate_windows (
  subject text primary key,
  -- the window's number since 1970, and the requests in it
  number bigint not null,
  used bigint not null
);
create index rate_windows_number on rate_windows (number);
