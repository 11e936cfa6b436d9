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
  -- 0128 adds agent: what a key for an agent is limited to, whose sends it counts in agent_usage; 0132 adds the money there
  -- 0131 adds secret_expires_at, and oauth_tokens: keys of programs that log in by OAuth
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
  network text
  -- 0134 adds client_id: the programs of agents, which ask by OAuth
);
create index device_logins_expires_at on device_logins (expires_at);
