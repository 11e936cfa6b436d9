-- How often keys, organisations and addresses asked in the window that runs, over
-- all daemons: each adds what it counted, about once a second. Not logged: after
-- a crash of Postgres everybody starts anew.
create unlogged table rate_windows (
  subject text primary key,
  -- the window's number since 1970, and the requests in it
  number bigint not null,
  used bigint not null
);
create index rate_windows_number on rate_windows (number);

-- An idempotency key whose work is done outside the database is claimed until
-- then: whoever comes meanwhile is told that it is still running.
alter table idempotency_keys add column claimed_until timestamptz;
