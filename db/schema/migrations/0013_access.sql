-- Who may come in beside API keys: users with roles, their logins, invitations
-- and one-time tokens, what slows down those who guess, and the audit log.
-- Tokens are kept as hashes only.

alter table users
  add column role text not null default 'owner',
  add column disabled_at timestamptz,
  add column updated_at timestamptz not null default now();

create table login_sessions (
  organization_id text not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, token_hash)
);
-- A request brings a token and nothing else.
create unique index login_sessions_token on login_sessions (token_hash);
create index login_sessions_user on login_sessions (organization_id, user_id);
create index login_sessions_expiry on login_sessions (expires_at);

-- An invitation (user_id null) or a password reset: good once.
create table user_tokens (
  organization_id text not null,
  id text not null,
  kind text not null,
  token_hash bytea not null,
  user_id uuid,
  email text not null,
  role text,
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index user_tokens_token on user_tokens (token_hash);
create index user_tokens_expiry on user_tokens (expires_at);

-- Failed logins of an account or from an address, over every organisation: the
-- caller has not said who they are yet.
create table login_failures (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  failed_at timestamptz not null
);

-- Written in the transaction of what it tells of; nothing updates or deletes a row but retention.
create table audit_log (
  organization_id text not null,
  id text collate "C" not null,
  action text not null,
  -- a key, a user, or the daemon's own command line
  actor_type text not null,
  actor_id text,
  target_type text not null,
  target_id text,
  address text,
  request_id text,
  -- what changed, never a secret
  changes text not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index audit_log_target on audit_log (organization_id, target_id, id);
create index audit_log_actor on audit_log (organization_id, actor_id, id);
create index audit_log_action on audit_log (organization_id, action, id);
