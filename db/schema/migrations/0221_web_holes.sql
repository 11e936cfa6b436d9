-- Times in which a paired number was away, of each conversation in which its phone may have more: see db/holes/holes.sql.
create table web_holes (
  organization_id text not null,
  id uuid not null,
  channel_id text not null,
  conversation_id text not null,
  since timestamptz not null,
  until timestamptz not null,
  -- the message before which the phone was asked, or is asked next; null: what follows the hole
  before_id uuid,
  -- WhatsApp's id of the question, with which the phone answers it
  request_id text,
  asked_at timestamptz,
  -- questions in a row without an answer, and pages that came
  attempts integer not null default 0,
  pages integer not null default 0,
  primary key (organization_id, id)
);
create index web_holes_channel on web_holes (channel_id);
