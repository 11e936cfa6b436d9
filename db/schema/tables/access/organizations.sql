-- 0267 adds retention: how long it keeps each kind of thing, within retention_days.
-- 0265 adds two_factors: the roles whose users have to have a second factor.
create table organizations (
  organization_id text primary key,
  name text not null,
  default_country text,
  created_at timestamptz not null default now(),
  -- words that stop and resume messages, and what is answered to them, as JSON text; null are the defaults
  opt_out text,
  -- limits of its own; null is the installation's
  retention_days integer check (retention_days between 1 and 3650),
  requests_per_second integer check (requests_per_second between 1 and 100000),
  most_channels integer check (most_channels between 0 and 100000),
  most_users integer check (most_users between 1 and 100000),
  -- its keys see what is about the installation: metrics and diagnostics
  is_operator boolean not null default false,
  -- of stored files; 0 is no limit
  most_media_gb integer check (most_media_gb between 0 and 100000),
  -- the rules of its inbox, as JSON text; null are the defaults
  inbox text
);
