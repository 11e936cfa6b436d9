-- The numbers that a channel had before another took their place.
create table channel_numbers (
  organization_id text not null,
  channel_id text not null,
  -- the moment at which the next one took its place
  until timestamptz not null,
  -- as E.164; the LID of an account whose number was never known
  number text not null,
  primary key (organization_id, channel_id, until)
);

-- since when the channel has its number, where it had another before
alter table channels add column number_since timestamptz;

-- the account's LID, by which it is known again where its number is not
alter table web_sessions add column own_lid text;
-- its login is that of another number, refused and kept until somebody decides
alter table web_sessions add column set_aside boolean not null default false;
-- JSON as text, beside replaces_number: who wants the number replaced, and what becomes of what waits
alter table web_sessions add column replacement text;
