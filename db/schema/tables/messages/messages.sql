-- Messages, the calls that sent them, and the ids that platforms gave them.

-- Orders the message.* events of a conversation; without a cache, so that a later change never gets a smaller number.
create sequence message_sequence;

create table messages (
  organization_id text not null,
  id uuid not null,
  channel_id text not null,
  conversation_id text not null,
  contact_id text,
  direction text not null,
  type text not null,
  status text not null,
  address text,
  content text not null,
  metadata text,
  rendered_as text,
  provider_message_id text,
  error text,
  pricing text,
  attempts integer not null default 0,
  status_history jsonb not null,
  scheduled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- JSON as text: what an operation found out (message_status_query, message_media_download)
  result text,
  -- after which it is no longer called, as the request said; null: 24 hours after it is due
  expires_at timestamptz,
  -- what it was before its author edited it: JSON text of an array of { content, at }, oldest first
  edits text,
  -- A person without a number, by WhatsApp's own id of them, as WhatsApp has it (a business-scoped user id, or
  -- `<digits>@lid`). Outbound: where a message goes when there is no number; inbound: who wrote, beside their number if
  -- they show it.
  user_id text,
  -- 0 is high, 2 is low; null is normal: most messages take no room for it
  priority smallint,
  -- who wrote a message in a group, as WhatsApp names them: `<digits>@lid` or `<digits>@s.whatsapp.net`
  participant text,
  broadcast_id text,
  -- Who wrote it: a user's id, an API key's, or away, opt_out, rejected_call or phone. Null of a received one and of a broadcast's.
  author text,
  -- What an accepted message is expected to cost; null where no rate card has its price.
  cost jsonb,
  -- 0220 added imported_from: where it was copied from, of one that Waypost did not carry itself; see db/past/store.sql
  -- 0268 added messaging_account_id: the account at Meta that it is to be sent with, or was, if one was named
  primary key (organization_id, id)
) partition by range (id);
-- Not led by organization_id: where statistics are missing, the planner would
-- take it for look-ups by (organization_id, id). So for the next one, and the last.
create index messages_conversation on messages (conversation_id, id);
create index messages_channel on messages (channel_id, id);

-- What lists of few among many rows are read by. Each is partial: most messages are not in it, so that writing them
-- costs nothing more. None names a column that changes as a message moves on (status does): updates that change an
-- indexed column have to write all indexes of the row again.
-- A message that failed has an error, and keeps it.
create index messages_failed on messages (organization_id, id) where error is not null;
create index messages_type on messages (organization_id, type, id)
  where type not in ('text', 'template', 'buttons', 'mark_as_read', 'presence');
create index messages_broadcast on messages (broadcast_id, id) where broadcast_id is not null;

-- Written once the outcome of a call is known; until then the item of the lane says it all (lanes.sql).
create table message_attempts (
  organization_id text not null,
  message_id uuid not null,
  attempt integer not null,
  daemon_id text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- sent, retry, failed or unknown; null of a call that its daemon did not see end
  outcome text,
  -- the attempt before it had no known outcome, so this one may be a second copy
  possible_duplicate boolean not null default false,
  error text,
  primary key (organization_id, message_id, attempt)
) partition by range (message_id);

create table provider_messages (
  organization_id text not null,
  channel_id text not null,
  provider_message_id text not null,
  message_id uuid not null,
  primary key (organization_id, channel_id, provider_message_id)
);
create index provider_messages_retention on provider_messages (message_id);

-- Messages that wait and are cancelled because a filter matches them, step by step.
create table message_cancellations (
  organization_id text not null,
  id text not null,
  -- of the filter, null is any
  channel_ids text[],
  conversation_id text,
  contact_id text,
  status text,
  type text,
  address text,
  created_after timestamptz,
  created_before timestamptz,
  -- counts what would be cancelled, and cancels nothing
  dry_run boolean not null,
  -- the newest lane item at the time of the request: messages accepted later are left alone
  last_position bigint not null,
  matched bigint not null default 0,
  -- the last lane item that was looked at
  position text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
