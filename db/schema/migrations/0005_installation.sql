-- One row for the whole installation: a known text sealed with the master key
-- of the first start, so that a daemon with another key is told so at once
-- instead of failing on every secret it meets.

create table installation (
  singleton boolean primary key default true check (singleton),
  sealed_check text not null,
  created_at timestamptz not null default now()
);
