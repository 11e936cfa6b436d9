-- Paired numbers: who holds which session, its secrets, the requests to it, and data that its messages need
-- beside their records.

create table web_sessions (
  organization_id text not null,
  channel_id text not null,
  -- what its gateway has to bring about: on, off, logout (then off), or delete (log out, then no row)
  wanted text not null default 'off',
  -- how a number that is not paired will be paired: qr or pairing_code, and as which number (digits)
  method text not null default 'qr',
  phone_number text,
  -- sealed with the master key: the key that credentials and keys are sealed with
  data_key text not null,
  credentials bytea,
  -- from the moment a phone took the device until it is logged out: such a session is never paired again by itself
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
  -- WhatsApp holds the number back; null beside a reason: nobody knows until when
  restricted_until timestamptz,
  restricted_reason text,
  -- whether any number that is paired next takes the place of the channel's own
  replaces_number boolean not null default false,
  -- the account's LID, by which it is known again where its number is not
  own_lid text,
  -- its login is that of another number, refused and kept until somebody decides
  set_aside boolean not null default false,
  -- JSON as text, beside replaces_number: who wants the number replaced, and what becomes of what waits
  replacement text,
  -- 0271 added labels, of a number that is in the WhatsApp Business app: their names by WhatsApp's ids
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
-- Messages that were decrypted and are not stored yet.
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

-- Requests to the session of a paired number, each while a request of the API waits for the result.
create table web_requests (
  organization_id text not null,
  id uuid not null,
  channel_id text not null,
  -- JSON as text
  request text not null,
  asked_at timestamptz not null default now(),
  -- when the daemon that holds the session took it up: nothing is done twice
  taken_at timestamptz,
  -- JSON as text
  answer text,
  primary key (organization_id, id)
);
create index web_requests_open on web_requests (channel_id, asked_at) where taken_at is null;
create index web_requests_retention on web_requests (asked_at);

-- Messages as WhatsApp has them, sealed: they hold the keys of files and polls.
-- Read when a recipient wants one again, when one is quoted, edited or
-- reacted to, when a vote comes in, and when a file is fetched.
create table web_messages (
  organization_id text not null,
  channel_id text not null,
  provider_message_id text not null,
  -- the chat it is in, as WhatsApp addresses it
  remote_jid text not null,
  from_me boolean not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, channel_id, provider_message_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.1);
create index web_messages_retention on web_messages (created_at);

-- The people a paired number wrote to: where WhatsApp has them, and when it wrote to them out of the blue.
create table web_recipients (
  organization_id text not null,
  channel_id text not null,
  -- digits
  phone text not null,
  -- null: not on WhatsApp at that time
  jid text,
  asked_at timestamptz,
  -- the first message to somebody who had not written: what the budget for new contacts counts
  opened_at timestamptz,
  -- when it was last asked about ahead of any message: what the budget of such questions counts
  checked_at timestamptz,
  primary key (organization_id, channel_id, phone)
);
create index web_recipients_opened on web_recipients (channel_id, opened_at) where opened_at is not null;
create index web_recipients_checked on web_recipients (channel_id, checked_at) where checked_at is not null;

-- What can be answered by number or title to a message that was sent as plain text.
create table web_choices (
  organization_id text not null,
  conversation_id text not null,
  message_id uuid not null,
  provider_message_id text not null,
  -- the kind of answer it stands for: button_reply, list_reply or template_button_reply
  reply text not null,
  -- JSON as text: label, id, title and perhaps description of each
  choices text not null,
  offered_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, message_id)
);
create index web_choices_retention on web_choices (offered_at);

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
