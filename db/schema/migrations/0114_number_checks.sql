-- Numbers that a paired number is to ask WhatsApp about ahead of any message to them, slowly.
create table web_checks (
  organization_id text not null,
  channel_id text not null,
  -- digits
  phone text not null,
  wanted_at timestamptz not null default now(),
  primary key (organization_id, channel_id, phone)
);
create index web_checks_wanted on web_checks (channel_id, wanted_at);

-- when it was last asked about ahead of any message: what the budget of such questions counts
alter table web_recipients add column checked_at timestamptz;
create index web_recipients_checked on web_recipients (channel_id, checked_at) where checked_at is not null;
