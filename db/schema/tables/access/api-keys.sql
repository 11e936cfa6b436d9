create table api_keys (
  organization_id text not null,
  id text not null,
  name text not null,
  permissions text[] not null,
  channel_ids text[],
  prefix text not null,
  last4 text not null,
  hash bytea not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  -- the secret before the last rotation, good until it ends: keys rotate without a gap
  previous_hash bytea,
  previous_expires_at timestamptz,
  -- the key or user that made it; null of an organisation's first
  created_by text,
  -- What a key for an agent is limited to beside its permissions and channels; null of every other key.
  agent jsonb,
  -- When the present secret ends, although the key does not. Null of keys whose secrets don't end by themselves.
  secret_expires_at timestamptz,
  -- 0202 added bot: what becomes of its answers while another holds the conversation
  primary key (organization_id, id)
);
create unique index api_keys_hash on api_keys (hash);
create unique index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;
create index api_keys_created_by on api_keys (organization_id, created_by);

-- Programs without a browser that ask for a key (RFC 8628): both codes are stored as hashes, and a row ends with its use.
create table device_logins (
  device_code_hash bytea primary key,
  user_code_hash bytea not null unique,
  -- the program by its own account, and the address that it sent the request from
  host text not null,
  program text not null,
  address text,
  -- null asks for whatever the user who approves may do
  permissions text[],
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  -- who approved it, with what they may do
  organization_id text,
  approver_type text,
  approver_id text,
  granted text[],
  channel_ids text[],
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- what its requests are counted by: a /64 of IPv6 is one network
  network text,
  -- The program of an agent that asks by a device code, as OAuth names it; null of a terminal. What it is allowed moves to
  -- oauth_tokens, under the hash of the same device code.
  client_id text
);
create index device_logins_expires_at on device_logins (expires_at);

-- What a key for an agent sent, by the minute: its limits count the last hour, and the last day.
create table agent_usage (
  organization_id text not null,
  key_id text not null,
  minute timestamptz not null,
  messages integer not null,
  -- of these, the first ones to somebody
  new_people integer not null,
  -- what they are expected to cost, in the currency of the key's guard
  money numeric not null default 0,
  primary key (organization_id, key_id, minute)
);
create index agent_usage_retention on agent_usage (minute);

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
