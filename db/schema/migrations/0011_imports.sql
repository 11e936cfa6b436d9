-- Imports of contacts: the file, how far it has been read, and what was refused of it.

create table imports (
  organization_id text not null,
  id text collate "C" not null,
  -- uploading, queued, running, completed, failed or cancelled
  status text not null default 'uploading',
  format text not null,
  encoding text not null,
  file_name text,
  dry_run boolean not null,
  -- skip or stop
  on_error text not null,
  default_country text,
  -- how the file is read (separator and columns), as JSON text
  settings text not null,
  -- the size of the file as it is stored, in UTF-8
  bytes bigint not null default 0,
  -- where reading goes on: the first byte and the line that have not been committed
  place_offset bigint not null,
  place_line bigint not null,
  records bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  duplicates bigint not null default 0,
  refused bigint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
) with (fillfactor = 50);
create index imports_uploading on imports (updated_at) where status = 'uploading';
create index imports_retention on imports (created_at);

-- The file itself, so that any daemon can read it and a crash loses nothing of
-- what was answered 202. Gone when the import ends.
create table import_parts (
  organization_id text not null,
  import_id text not null,
  -- the part's first byte in the file
  place bigint not null,
  bytes bytea not null,
  primary key (organization_id, import_id, place)
);
-- text in small pieces does not compress well enough to be worth the time
alter table import_parts alter column bytes set storage external;

create table import_refusals (
  organization_id text not null,
  import_id text not null,
  line bigint not null,
  code text not null,
  detail text not null,
  -- the record as it was, or its beginning: it may be no text at all
  record bytea not null,
  primary key (organization_id, import_id, line)
);

-- The contacts that an import has met: what is met again is a duplicate within
-- the file. A contact that a dry run would make is known by its identifiers.
create table import_contacts (
  organization_id text not null,
  import_id text not null,
  contact text collate "C" not null,
  primary key (organization_id, import_id, contact)
) with (autovacuum_vacuum_scale_factor = 0.05);
