-- The rules of an organisation's inbox, as JSON text; null are the defaults.
alter table organizations add column inbox text;
-- The end of the closed hours for which somebody was answered that nobody is there.
alter table conversations add column away_until timestamptz;
-- Who was last given a conversation of a channel, where they are given in turn.
create table inbox_turns (
  organization_id text not null,
  channel_id text not null,
  user_id uuid not null,
  primary key (organization_id, channel_id)
);
