-- What messages of paired numbers need beside their records.

-- JSON as text: what an operation found out (message_status_query, message_media_download)
alter table messages add column result text;

-- Messages as WhatsApp has them, sealed: they hold the keys of files and polls.
-- Asked for when a recipient wants one again, when one is quoted, edited or
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

-- Whom a paired number wrote to: where WhatsApp has them, and when it wrote to them out of the blue.
create table web_recipients (
  organization_id text not null,
  channel_id text not null,
  -- digits
  phone text not null,
  -- null: not on WhatsApp when it was asked
  jid text,
  asked_at timestamptz,
  -- the first message to somebody who had not written: what the budget for new contacts counts
  opened_at timestamptz,
  primary key (organization_id, channel_id, phone)
);
create index web_recipients_opened on web_recipients (channel_id, opened_at) where opened_at is not null;

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

-- A file is asked for by its message.
create index media_message on media (message_id);
