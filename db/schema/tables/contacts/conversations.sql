-- One for each person or group on a channel.
create table conversations (
  organization_id text not null,
  id text not null,
  channel_id text not null,
  -- null once the contact was deleted
  contact_id text,
  status text not null default 'open',
  assignee_id uuid,
  last_inbound_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was changed otherwise than by a message: only then, so that what comes in changes no indexed column.
  changed_at timestamptz,
  -- messages of the contact; see conversation_reads
  inbound_count integer not null default 0,
  -- the id by which the person last wrote on this channel: somebody has one for each business portfolio
  user_id text,
  -- when somebody first marked it as read
  opened_at timestamptz,
  -- the day (UTC) of the last message from the contact: a column of its own, so that its index changes once a day
  last_inbound_on date,
  -- who waits for an answer since when; in no index, so that what comes in changes no indexed column
  waiting_since timestamptz,
  -- when it was closed: what was written before needs no answer
  settled_at timestamptz,
  snoozed_until timestamptz,
  -- the end of the closed hours for which somebody was answered that nobody is there
  away_until timestamptz,
  -- When the contact last wrote from an advertisement that leads to the chat, and until when that makes messages to them
  -- free.
  advertised_at timestamptz,
  free_until timestamptz,
  -- Who holds it on a number on which Meta Business Agent answers, too: 'agent', or null for the business; since when, as
  -- Meta dates it; and when the agent last gave it to the business. See db/conversations/handover.sql.
  handled_by text,
  handled_at timestamptz,
  handed_over_at timestamptz,
  -- 0202 added held_by (a user or a key), held_since and held_until: see db/conversations/hold.sql
  -- 0211 added contacted: whether only broadcasts and programs have written in it, as long as the person has not
  -- 0214 added team_id: the team it is assigned to, beside a person or nobody
  -- 0273 added legal_hold: { since, by, reason } while its messages and files are kept beyond every retention
  -- 0260 added blocked_at: since when the person is blocked on the number, as it was asked for here
  -- 0270 added archived_at: since when it is out of the inbox's way, as the phone of a paired number has it too
  primary key (organization_id, id),
  unique (organization_id, channel_id, contact_id)
) with (fillfactor = 80);
create index conversations_contact on conversations (contact_id);
create index conversations_assignee on conversations (assignee_id) where assignee_id is not null;
-- Closed conversations are many in the end; they are counted before they are read by it.
create index conversations_status on conversations (organization_id, status) where status <> 'open';
create index conversations_not_closed on conversations (organization_id, status, channel_id, assignee_id)
  where status <> 'closed';
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;
create index conversations_of_agents on conversations (organization_id) where handled_by is not null;
create index conversations_changed on conversations (organization_id, changed_at) where changed_at is not null;
create index conversations_unopened on conversations (organization_id, last_inbound_on)
  where opened_at is null and last_inbound_on is not null;

-- How much each reader has seen of a conversation: a count of the contact's messages, as inbound_count is, so that what
-- is unread is known without counting rows. As long as nobody has read a conversation, it has no rows here and is unread
-- by everybody; from then on each reader that it is unread by has a row.
create table conversation_reads (
  organization_id text not null,
  conversation_id text not null,
  -- a user's id; 'keys' stands for all API keys of the organisation
  reader text not null,
  read_count integer not null,
  unread boolean not null default false,
  primary key (organization_id, conversation_id, reader)
) with (fillfactor = 80);
create index conversation_reads_unread on conversation_reads (organization_id, reader) where unread;

create table conversation_tags (
  organization_id text not null,
  name text not null,
  conversation_id text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, name, conversation_id)
);
create index conversation_tags_conversation on conversation_tags (organization_id, conversation_id, name);

-- The id of a conversation that became part of another leads to that one, as the ids of contacts do.
create table conversation_aliases (
  organization_id text not null,
  id text not null,
  conversation_id text not null,
  merged_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index conversation_aliases_conversation on conversation_aliases (organization_id, conversation_id);

-- What colleagues write to each other about a conversation, between its messages; the person never sees it.
create table conversation_notes (
  organization_id text not null,
  conversation_id text not null,
  id text collate "C" not null,
  body text not null,
  -- the key or the user that wrote it
  author text not null,
  -- the users that it is for
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, conversation_id, id)
);

-- Who was last given a conversation of a channel, where they are given in turn.
create table inbox_turns (
  organization_id text not null,
  channel_id text not null,
  user_id uuid not null,
  primary key (organization_id, channel_id)
);

-- Answers that people keep to write them again, found by a short word.
create table quick_replies (
  organization_id text not null,
  id text not null,
  -- unique, in lower case
  shortcut text not null,
  title text not null,
  -- with placeholders such as {{first_name|there}}
  body text not null,
  -- the channels it is for; null is all
  channel_ids text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- an uploaded file, which stays for as long as one has it
  media_id text,
  primary key (organization_id, id),
  unique (organization_id, shortcut)
);
