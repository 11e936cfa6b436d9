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
