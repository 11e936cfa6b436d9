-- Browsers that are notified with no tab open (Web Push): one of each login, with which it ends.
create table push_subscriptions (
  organization_id text not null,
  token_hash bytea not null,
  user_id uuid not null,
  -- where the browser's push service takes what is sent to it, and what that is encrypted with (RFC 8291)
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- the contact address that push services are given (RFC 8292)
  subject text not null,
  -- of what its user wants to be notified: see daemon/push/wants.ts
  wants jsonb not null,
  -- up to here, its organisation's events were looked at for it
  position bigint not null,
  -- when to look again: a daemon that looks holds it until then, and so does a push service that refused
  next_at timestamptz not null default now(),
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, token_hash),
  foreign key (organization_id, token_hash) references login_sessions on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);
create index push_subscriptions_next on push_subscriptions (next_at);
