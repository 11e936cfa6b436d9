-- By what a user proves who they are beside the password. The secret of an authenticator app is sealed; `last_step` is the
-- newest time step of which a code was taken, so that none is taken twice.
create table user_factors (
  organization_id text not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  secret text,
  last_step bigint,
  -- null until a first code has shown that the app has the secret
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (organization_id, id)
);
create index user_factors_user on user_factors (organization_id, user_id);

-- Each is deleted as it is used.
create table user_recovery_codes (
  organization_id text not null,
  user_id uuid not null,
  code_hash bytea not null,
  primary key (organization_id, user_id, code_hash)
);

-- By which factor a login was opened, null for a password or a link alone, and when its user last proved who they are.
alter table login_sessions add column factor text;
alter table login_sessions add column proved_at timestamptz not null default now();
