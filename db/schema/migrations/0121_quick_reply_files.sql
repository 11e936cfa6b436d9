-- A quick reply can have an uploaded file, which stays for as long as one has it.
alter table quick_replies add column media_id text;
