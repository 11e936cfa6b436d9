-- Forms of uploaded files that messages need and the files don't have: made once, and kept beside the file.

alter table media
  -- the upload that a form was made of; its direction is `converted`, its kind what it was made into
  add column converted_from text collate "C",
  -- of what is in a container, where that decides what phones show: opus, h264, still, animated or other
  add column encoding text;

create unique index media_forms on media (organization_id, converted_from, kind)
  where converted_from is not null and status = 'stored';
-- what the sweep looks for: uploads, and now forms, whose daemon died
drop index media_uploading;
create index media_unfinished on media (created_at) where direction <> 'inbound' and status = 'pending';
