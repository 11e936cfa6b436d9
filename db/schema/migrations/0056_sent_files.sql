-- Uploaded files in messages: which a waiting message needs, and where they are on Meta's servers.

alter type accept_input add attribute media_ids text[];

-- null of everything but messages with uploaded files
alter table lane_items add column media_ids text[];
create index lane_items_media on lane_items using gin (media_ids) where media_ids is not null;

-- A file as a number's platform has it: uploaded once, and sent by that id until it expires.
create table media_copies (
  organization_id text not null,
  media_id text collate "C" not null,
  -- of the number that it was uploaded for
  phone_number_id text not null,
  provider_media_id text not null,
  expires_at timestamptz not null,
  primary key (organization_id, media_id, phone_number_id)
);
