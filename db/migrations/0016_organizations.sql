-- What keys and organisations got when there were several of them on one
-- daemon: keys rotate without a gap, organisations have limits of their own.

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
