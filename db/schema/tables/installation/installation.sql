-- One row for the whole installation: a known text sealed with the master key, so that a daemon with another key is
-- refused at once instead of failing on every secret it meets. The key that seals is the one that sealed_check is
-- sealed with.
create table installation (
  singleton boolean primary key default true check (singleton),
  sealed_check text not null,
  created_at timestamptz not null default now(),
  -- the id of a key that every daemon has to know before it seals
  announced_key text,
  -- a key was replaced, and not everything is sealed with its successor yet
  rotating boolean not null default false
);

-- Values derived from a master key once, which stay as they are: the pepper of API keys, the key of cursors.
create table derived_secrets (
  purpose text primary key,
  sealed text not null
);

-- One row for each running daemon; how others know that it is gone.
create table daemons (
  id text primary key,
  worker_pools text[] not null default '{}',
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- ids of the master keys that it opens with, and of the one that it seals with
  known_keys text[] not null default '{}',
  sealing_key text,
  -- what it does
  roles text[] not null default '{api,worker,gateway}',
  -- What it knows of the database, so that no other daemon takes away what it uses: its version, the schema of its
  -- functions (null: it calls those beside the tables), and the newest migration that it knows.
  version text,
  functions text,
  newest_migration text
);

-- Waypost's own settings of sessions behind a pooler (db/connection/pooled.ts): `waypost.sandbox` and such. Only a
-- superuser could keep them for a role.
create table pooled_settings (
  name text primary key,
  value text not null
);

-- Which database this is. A restored backup has what the one that it was made of had: what waited then may have been sent
-- since; see maintenance/copies.sql.
create table database_copy (
  singleton boolean primary key default true check (singleton),
  -- the object ids of the database and of tables: a dump that is read in gets others
  oids oid[] not null,
  -- a physical backup that is recovered to a moment has a higher one, and so has a promoted standby; null: not told
  timeline bigint,
  -- when a daemon last looked
  seen_at timestamptz not null default now(),
  -- when a daemon found that it is a restored backup, and what it did with what waited
  restored_at timestamptz,
  marked integer not null default 0,
  failed integer not null default 0,
  broadcasts integer not null default 0
);
