-- Programs of agents that log in by OAuth: each gets a key for an agent, whose secrets it fetches one after the other.

-- When the present secret ends, although the key does not. Null of keys whose secrets don't end by themselves.
alter table api_keys add column secret_expires_at timestamptz;

-- What a program fetches secrets with, each once: a code, which makes the key, and refresh tokens after it. They are stored
-- as hashes. One that comes again was stolen and ends the key, so used ones stay until they would have expired.
create table oauth_tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('code', 'refresh')),
  organization_id text not null,
  client_id text not null,
  -- null of a code that was not used yet
  key_id text,
  -- of a code: who allowed it, and with what the program has to come back
  allowed_by text,
  consent jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (organization_id, key_id) references api_keys on delete cascade
);
create index oauth_tokens_key on oauth_tokens (organization_id, key_id);
create index oauth_tokens_allowed_by on oauth_tokens (organization_id, allowed_by) where allowed_by is not null;
create index oauth_tokens_expires_at on oauth_tokens (expires_at);
