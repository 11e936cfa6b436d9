-- Teams of users, to which conversations are assigned beside a person. The version before shows none of it and keeps it.
create table teams (
  organization_id text not null,
  id text not null,
  -- unique in any case
  name text not null,
  -- users; who is gone is in none
  member_ids uuid[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index teams_name on teams (organization_id, lower(name));
alter table conversations add column team_id text;
create index conversations_team on conversations (organization_id, team_id) where team_id is not null;
