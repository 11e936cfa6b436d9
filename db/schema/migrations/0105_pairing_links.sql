-- Links by which somebody without an account pairs the number of one channel. Tokens are kept as hashes only.
create table pairing_links (
  organization_id text not null,
  id text not null,
  channel_id text not null,
  token_hash bytea not null,
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- how often a pairing was begun through it
  begun integer not null default 0,
  -- when the number was connected: a link is good for one pairing
  used_at timestamptz,
  primary key (organization_id, id)
);
-- A link is opened with a token and nothing else.
create unique index pairing_links_token on pairing_links (token_hash);
create index pairing_links_channel on pairing_links (organization_id, channel_id);
create index pairing_links_expiry on pairing_links (expires_at);
