-- Who may come in beside API keys: users with roles, their logins, invitations and one-time tokens, and what slows down
-- those who guess. Tokens are kept as hashes only.

create table users (
  organization_id text not null,
  id uuid not null,
  email text not null,
  password_hash text not null,
  name text not null default '',
  email_verified boolean not null default false,
  timezone text not null default 'UTC',
  week_start text not null default 'monday',
  created_at timestamptz not null default now(),
  role text not null default 'owner',
  disabled_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
-- An address may be a user of several organisations: none of them learns of, or keeps out, the others' users.
create unique index users_email on users (organization_id, lower(email));
create index users_login on users (lower(email));

create table login_sessions (
  organization_id text not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- by which a user names it
  id uuid not null default gen_random_uuid(),
  -- the key whose link opened it, with which it ends
  key_id text,
  primary key (organization_id, token_hash)
);
-- A request brings a token and nothing else.
create unique index login_sessions_token on login_sessions (token_hash);
create index login_sessions_user on login_sessions (organization_id, user_id);
create index login_sessions_expiry on login_sessions (expires_at);
-- 0266 adds login_providers, user_identities and provider_logins: who vouches for users, as whom, and for which logins.
-- 0208 adds push_subscriptions: the browsers that are notified with no tab open.
-- 0262 adds user_factors and user_recovery_codes, and to logins factor and proved_at; 0263 has passkeys among the factors.

-- An invitation (user_id null), a password reset or a link that logs in: good once.
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

-- Networks from which a user has logged in: guesses from elsewhere don't keep these out.
create table login_networks (
  organization_id text not null,
  user_id uuid not null,
  network text not null,
  last_login_at timestamptz not null default now(),
  primary key (organization_id, user_id, network)
);
create index login_networks_age on login_networks (last_login_at);

-- Failed logins of an account or from an address, over all organisations: callers have not said who they are yet.
create table login_failures (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  failed_at timestamptz not null
);
