-- Uploads that go on where they were cut off: what has come of each is in the store, in pieces, so that any daemon can
-- go on with it.

create table resumable_uploads (
  organization_id text not null,
  id text not null,
  -- all that is to come, and what has come, in bytes
  length bigint not null check (length > 0),
  received bigint not null default 0 check (received between 0 and length),
  file_name text,
  mime_type text,
  -- what its client says the bytes are
  sha256 text,
  -- what is asked of the file: the type of its message, or what it is converted to
  made_for text,
  converted_to text,
  -- the file that became of it
  media_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index resumable_uploads_digest on resumable_uploads (organization_id, sha256, id);
create index resumable_uploads_age on resumable_uploads (updated_at);

-- A piece is written here before it is put into the store: whatever happens then, the sweep finds it.
create table resumable_pieces (
  organization_id text not null,
  upload_id text not null,
  id text not null,
  starts_at bigint not null,
  size bigint not null,
  -- it counts from then on; another one that began at the same byte came first otherwise
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, upload_id, id)
);
create index resumable_pieces_lost on resumable_pieces (created_at) where stored_at is null;
