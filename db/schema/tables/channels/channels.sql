create table channels (
  organization_id text not null,
  id text not null,
  platform text not null,
  status text not null,
  status_reason text,
  name text not null,
  phone_number text,
  phone_number_id text,
  waba_id text,
  -- 0222 added history_asked_at, when the platform was asked for what is in the Business app
  -- 0206 added graph_phone_number_id and graph_account_id, by which programs made for Meta's Cloud API name it
  access_token text,
  quality_rating text,
  messaging_limit text,
  settings jsonb not null default '{}',
  last_seen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- null is a token that does not end, or one whose end is not known
  token_expires_at timestamptz,
  -- Whose a number of Meta's is: who showed, with the channel's token, that it reaches the number, and an account when
  -- that lists the number. What others merely say of a number or an account keeps nobody out and receives nothing.
  proven_at timestamptz,
  account_proven_at timestamptz,
  -- when the number's state is next read from the platform
  check_at timestamptz not null default now() + interval '1 hour',
  -- Whether the platform drops a second copy of a message, so that one whose outcome was lost is sent again at once.
  -- Its provider says so when the channel is created.
  drops_copies boolean not null default false,
  -- created in the sandbox
  sandbox boolean not null default false,
  -- What the platform holds the channel back from, each until a moment: beginning chats, or writing to one person.
  -- Here, so that senders know it without asking again; see channels/restrictions.sql.
  restrictions jsonb not null default '[]',
  -- Meta's id of the business that owns the number's account; see portfolios.sql
  portfolio_id text,
  -- messages a second that the platform allows
  throughput integer,
  -- the number is used in the WhatsApp Business app, too
  coexists boolean not null default false,
  -- the number of another phone that was paired with the channel and refused, as E.164
  offered_number text,
  -- since when it has its number, where it had another before
  number_since timestamptz,
  -- The score as senders need it, which may slow the channel down; null until it was found for the first time.
  health_score smallint,
  -- Of an official number: the time zone of its business account, by whose days and months it is charged; null: UTC.
  time_zone text,
  -- Of an official number: since when its business pays the international rate for codes, by the two letters of a country;
  -- "*" is any other. Null: it does not.
  international jsonb,
  -- 0230 added new_chats, what WhatsApp says of the chats that a paired number may begin
  primary key (organization_id, id)
);
create index channels_waba_id on channels (waba_id) where deleted_at is null;
-- Meta's webhooks name a number, not an organisation.
create unique index channels_phone_number_id on channels (phone_number_id)
  where deleted_at is null and proven_at is not null;
create unique index channels_phone_number_id_of on channels (organization_id, phone_number_id) where deleted_at is null;
create index channels_check_at on channels (platform, check_at) where deleted_at is null;
create index channels_by_portfolio on channels (coalesce(portfolio_id, id));

-- One row for each try: the platform blocks a number after ten of them in 72 hours.
-- The number comes first, because the platform counts by number, not by organisation.
create table phone_registrations (
  phone_number_id text not null,
  tried_at timestamptz not null default now(),
  organization_id text not null
);
create index phone_registrations_number on phone_registrations (phone_number_id, tried_at);

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

-- How likely the platform is to restrict a channel's number, found again every few minutes.
create table channel_health (
  organization_id text not null,
  channel_id text not null,
  -- 0 to 100; null until it was found for the first time
  score real,
  -- the steps of the score, each left upwards later than it is entered: good, fair, poor or critical
  level text not null default 'good',
  -- the score as it was on average within about a day, which the trend is seen by
  average real,
  -- JSON as text
  parts text not null default '[]',
  found_at timestamptz,
  -- when a daemon last set about it
  taken_at timestamptz not null default '-infinity',
  primary key (organization_id, channel_id)
) with (fillfactor = 70);
create index channel_health_taken_at on channel_health (taken_at);
