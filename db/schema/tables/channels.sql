-- 0151 adds international: since when codes to other countries cost more.
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
