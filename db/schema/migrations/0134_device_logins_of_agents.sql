-- The program of an agent that asks by a device code, as OAuth names it; null of a terminal. What it is allowed moves to
-- oauth_tokens, under the hash of the same device code: versions that know no such programs give them no key.
alter table device_logins add column client_id text;
