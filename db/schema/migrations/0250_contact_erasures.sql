-- People who are erased, or will be: all that names them goes, step by step (db/erasing). The version before knows none of
-- it, and erases nobody.
create table contact_erasures (
  organization_id text not null,
  id text collate "C" not null,
  -- once it has begun: the random id under which what stays is kept
  contact_id text not null,
  reason text not null,
  -- waiting, running, completed or cancelled
  status text not null default 'waiting',
  -- when it begins; until then it can be cancelled
  erase_at timestamptz not null,
  -- by what the person is found: JSON of ids, addresses and stand-ins, while it runs
  person jsonb,
  -- what is gone through, and how far
  stage text not null default 'messages',
  place text not null default '',
  -- how many were erased so far
  messages bigint not null default 0,
  files bigint not null default 0,
  events bigint not null default 0,
  -- the key or user that asked for it
  author text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
create index contact_erasures_open on contact_erasures (organization_id, contact_id) where status in ('waiting', 'running');
