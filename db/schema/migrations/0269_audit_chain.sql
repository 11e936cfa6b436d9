-- The chain of the audit log: a link for each entry, each erasure of one and each deletion of old ones (auth/audit-chain.sql).
-- The version before writes entries, which a trigger has wait for their link; it erases as before, which a trigger links.
create table audit_links (
  organization_id text not null,
  -- from 1 on, without a gap; the oldest go with their entries
  position bigint not null,
  -- entry, erasure or retention
  kind text not null,
  -- null of a retention
  entry_id text collate "C",
  -- when the entry was written; of a retention: entries of before may be gone
  recorded_at timestamptz not null,
  -- SHA-256 of what an erasure leaves, and of what it empties; null of a retention
  fixed bytea,
  erasable bytea,
  -- without it, nobody can try out what the erasable digest was made of; null once that was erased
  salt bytea,
  -- the hash of the link before, zeros for the first
  previous bytea not null,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, position)
);
create index audit_links_entry on audit_links (organization_id, entry_id);

-- Entries that have no link yet.
create table audit_waiting (
  organization_id text not null,
  entry_id text collate "C" not null,
  primary key (organization_id, entry_id)
);

-- Where each organisation's chain ends, and how far a daemon has signed it. Who appends a link locks the row.
create table audit_chains (
  organization_id text primary key,
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  linked_at timestamptz not null default '-infinity',
  -- entries of before were deleted by the retention
  forgotten_before timestamptz,
  signed_position bigint not null default 0,
  signed_hash bytea not null default decode(repeat('00', 32), 'hex'),
  signed_at timestamptz,
  signature bytea,
  -- since when a daemon refuses to sign, because the chain no longer holds what it has signed
  broken_at timestamptz
) with (fillfactor = 50);

-- What a person or a program did: read, took out as a file, or changed.
alter table audit_log add column kind text generated always as (
  case
    when action like 'read.%' then 'read'
    when action like 'export.%' or action = 'contact.archived' then 'export'
    else 'change'
  end
) stored;
create index audit_log_kind on audit_log (organization_id, kind, id);
