-- Written in the transaction that makes the change; only retention deletes a row (see auth/audit.sql). Migration 0269 added
-- the column kind and the chain: audit_links, audit_waiting and audit_chains (see auth/audit-chain.sql).
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
