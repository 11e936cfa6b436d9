-- Logins can be named and ended one by one, and one that a key's link opened ends with that key.
alter table login_sessions add column id uuid not null default gen_random_uuid();
alter table login_sessions add column key_id text;
