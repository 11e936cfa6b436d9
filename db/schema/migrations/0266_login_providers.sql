-- Login by OpenID Connect: an organisation's provider, who its people are here, and the logins it opened. The version before
-- knows none of it: with it, people log in by password, also where that is turned off.
create table login_providers (
  organization_id text not null primary key,
  -- what people read at the login
  name text not null,
  issuer text not null,
  client_id text not null,
  -- sealed with the master key
  client_secret text not null,
  scopes text[] not null,
  -- whose addresses it speaks for, in lower case
  domains text[] not null,
  -- the claim that has a person's groups; null when roles are given here
  groups_claim text,
  -- the role of each group
  roles jsonb not null,
  -- the role of those in none of these groups; null refuses them
  default_role text,
  password_login boolean not null,
  -- when an owner logged in by it as it is now
  proven_at timestamptz,
  updated_at timestamptz not null default now()
);
create index login_providers_issuer on login_providers (issuer);

-- By what a provider knows a user: never by the address, which it may give to somebody else.
create table user_identities (
  organization_id text not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, issuer, subject),
  foreign key (organization_id, user_id) references users on delete cascade
);
create unique index user_identities_user on user_identities (organization_id, user_id, issuer);

-- Which logins a provider opened, and can end.
create table provider_logins (
  organization_id text not null,
  token_hash bytea not null,
  issuer text not null,
  subject text not null,
  -- the provider's own session, if it named it
  session text,
  primary key (organization_id, token_hash),
  foreign key (organization_id, token_hash) references login_sessions on delete cascade
);
create index provider_logins_subject on provider_logins (organization_id, issuer, subject);

-- Answers of providers that were taken: none is taken twice. Older ones are refused by their age.
create table taken_login_states (
  state_hash bytea not null primary key,
  taken_at timestamptz not null default now()
);
create index taken_login_states_age on taken_login_states (taken_at);
