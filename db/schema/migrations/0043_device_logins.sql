-- Programs without a browser that ask for a key (RFC 8628): both codes are stored as hashes, and a row ends with its use.

create table device_logins (
  device_code_hash bytea primary key,
  user_code_hash bytea not null unique,
  -- what the program says of itself, and where it asked from
  host text not null,
  program text not null,
  address text,
  -- null asks for whatever the one who approves may do
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
  expires_at timestamptz not null
);

create index device_logins_expires_at on device_logins (expires_at);
