-- Files that clients upload to send them, beside those that messages came with.

alter table media
  -- an uploaded file is of no channel and no message
  alter column channel_id drop not null,
  alter column message_id drop not null,
  alter column provider_media_id drop not null,
  -- inbound: came with a message; outbound: uploaded, and pending until it is in the store
  add column direction text not null default 'inbound',
  add column width integer,
  add column height integer,
  add column duration_seconds double precision,
  -- when the same bytes were uploaded last: its retention counts from then on
  add column renewed_at timestamptz;

create index media_digest on media (organization_id, sha256, id);
-- what the sweep looks for: uploads whose daemon died
create index media_uploading on media (created_at) where direction = 'outbound' and status = 'pending';
