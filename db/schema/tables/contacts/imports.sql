-- Imports of contacts: the file, how far it has been read, and the lines that were refused.

create table imports (
  organization_id text not null,
  id text not null,
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
  -- where reading continues: the first byte and the line that have not been committed
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
  -- records that were imported without a value that was wrong
  incomplete bigint not null default 0,
  primary key (organization_id, id)
) with (fillfactor = 50);
create index imports_uploading on imports (updated_at) where status = 'uploading';
create index imports_retention on imports (created_at);
-- An organisation's imports that have not ended: their files take space.
create index imports_unfinished on imports (organization_id) where status in ('uploading', 'queued', 'running');

-- The file itself, so that any daemon can read it and a crash loses nothing that was answered with 202. Gone when the
-- import ends.
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
  -- the line comes back for one wrong value, although the record was taken without it
  imported boolean not null default false,
  primary key (organization_id, import_id, line)
);

-- The contacts that an import has met: one that is met again is a duplicate within
-- the file. A contact that a dry run would make is known by its identifiers.
create table import_contacts (
  organization_id text not null,
  import_id text not null,
  contact text not null,
  primary key (organization_id, import_id, contact)
) with (autovacuum_vacuum_scale_factor = 0.05);
