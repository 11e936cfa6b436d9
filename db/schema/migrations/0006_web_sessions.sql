-- Paired numbers: who holds which session, its secrets, and what was looked up through it.

create table web_sessions (
  organization_id text not null,
  channel_id text not null,
  -- what its gateway is to bring about: on, off, logout (then off), or delete (log out, then no row)
  wanted text not null default 'off',
  -- how a number that is not paired is to be paired: qr or pairing_code, and as which number (digits)
  method text not null default 'qr',
  phone_number text,
  -- sealed with the master key: the key that credentials and keys are sealed with
  data_key text not null,
  credentials bytea,
  -- from the moment a phone took the device until it is logged out: such a session never starts anew
  paired boolean not null default false,
  -- sealed with the master key: what a person needs to pair now
  pairing text,
  -- one daemon holds a session until its lease ends; each change of hands has a higher number
  owner text,
  fence bigint not null default 0,
  lease_until timestamptz,
  -- connections in a row that did not last; when the next one may be tried
  failures integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- WhatsApp holds the number back; null beside a reason is: nobody knows until when
  restricted_until timestamptz,
  restricted_reason text,
  primary key (organization_id, channel_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index web_sessions_due on web_sessions (next_attempt_at) where wanted <> 'off';
create index web_sessions_owner on web_sessions (owner) where owner is not null;

-- Signal keys and what else a session must not lose, sealed with its data key.
create table web_session_keys (
  organization_id text not null,
  channel_id text not null,
  category text not null,
  id text not null,
  value bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, channel_id, category, id)
) with (fillfactor = 60, toast_tuple_target = 4080, autovacuum_vacuum_scale_factor = 0.02);

-- Messages that were decrypted and are not stored yet; see repository.ts of the unofficial provider.
create index web_session_keys_arrived on web_session_keys (created_at) where category = 'arrived';

-- What WhatsApp said of a phone number; a row without an answer is a question to the session's gateway.
create table web_lookups (
  organization_id text not null,
  channel_id text not null,
  -- digits
  phone text not null,
  -- JSON as text
  answer text,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (organization_id, channel_id, phone)
);
create index web_lookups_open on web_lookups (channel_id, asked_at) where answered_at is null;
create index web_lookups_retention on web_lookups (asked_at);
