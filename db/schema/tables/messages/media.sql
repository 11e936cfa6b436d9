-- Files: those that came with messages, fetched through the channel's media lane; those that clients uploaded to send
-- them; and forms of both that messages or views need and the files don't have. Triggers: media/usage-trigger.sql.
create table media (
  organization_id text not null,
  id text not null,
  -- an uploaded file is of no channel and no message
  channel_id text,
  message_id uuid,
  provider_media_id text,
  kind text not null,
  -- pending, stored or failed
  status text not null default 'pending',
  mime_type text,
  file_name text,
  -- hexadecimal; what the provider announced, then what was stored
  sha256 text,
  size bigint,
  -- why the last attempt failed, as JSON text
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- inbound: came with a message; outbound: uploaded, and pending until it is in the store; converted: made of another file
  direction text not null default 'inbound',
  width integer,
  height integer,
  duration_seconds double precision,
  -- when the same bytes were uploaded last: its retention counts from then on
  renewed_at timestamptz,
  -- how loud a voice message is from its beginning to its end, which apps draw: 64 bytes from 0 to 100
  waveform bytea,
  -- the file that a form was made of: made once, and kept beside the file; its kind is what it was made into
  converted_from text,
  -- of what is in a container, where that decides what phones show: opus, h264, still, animated or other
  encoding text,
  -- Who sees what was uploaded, beside callers of all channels: keys for one of these channels, which are those of the
  -- keys that uploaded it.
  for_channels text[],
  primary key (organization_id, id)
);
create index media_retention on media (created_at);
-- Files are looked up by their message.
create index media_message on media (message_id);
-- what the sweep looks for: uploads and forms whose daemon died
create index media_unfinished on media (created_at) where direction <> 'inbound' and status = 'pending';
create index media_digest on media (organization_id, sha256, id);
create unique index media_forms on media (organization_id, converted_from, kind)
  where converted_from is not null and status = 'stored';

-- A file as a number's platform has it: uploaded once, and sent by that id until it expires.
create table media_copies (
  organization_id text not null,
  media_id text not null,
  -- of the number that it was uploaded for
  phone_number_id text not null,
  provider_media_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, media_id, phone_number_id)
);

-- How much each organisation's stored files take: people who send files to one must not fill the disk of all. Those
-- that wait or failed take nothing.
create table media_usage (
  organization_id text primary key,
  bytes bigint not null
);

-- Uploads that go on where they were cut off: the parts of each that have come are in the store, in pieces, so that any
-- daemon can continue it.
create table resumable_uploads (
  organization_id text not null,
  id text not null,
  -- all that will come, and what has come, in bytes
  length bigint not null check (length > 0),
  received bigint not null default 0 check (received between 0 and length),
  file_name text,
  mime_type text,
  -- what its client says the bytes are
  sha256 text,
  -- the type of the message that the file is for, or the format that it is converted to
  made_for text,
  converted_to text,
  -- the file that it became
  media_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- as in media
  for_channels text[],
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
  -- it counts from then on; null where another one that began at the same byte came first
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, upload_id, id)
);
create index resumable_pieces_lost on resumable_pieces (created_at) where stored_at is null;
