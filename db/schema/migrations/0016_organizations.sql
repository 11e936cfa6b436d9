-- What keys and organisations got when there were several of them on one
-- daemon: keys rotate without a gap, organisations have limits of their own, the
-- audit log only grows.

-- The secret before the last rotation, good until it ends.
alter table api_keys
  add column previous_hash bytea,
  add column previous_expires_at timestamptz;
create unique index api_keys_previous_hash on api_keys (previous_hash) where previous_hash is not null;

-- null is the installation's own
alter table organizations
  add column retention_days integer check (retention_days between 1 and 3650),
  add column requests_per_second integer check (requests_per_second between 1 and 100000),
  add column most_channels integer check (most_channels between 0 and 100000),
  add column most_users integer check (most_users between 1 and 100000);

-- Append-only, whoever asks: what was done can't be taken back by who did it.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
