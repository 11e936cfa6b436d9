-- Calls may be out: from when a daemon takes the lane until one lets go of it with all of its calls over.
alter table lanes add column may_have_begun boolean not null default false;
