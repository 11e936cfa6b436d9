-- Broadcasts: one template to many people, each of them at most once.

create table broadcasts (
  organization_id text not null,
  id text not null,
  name text not null,
  -- draft, scheduled, running, paused, stopped, completed or cancelled
  status text not null default 'draft',
  channel_ids text[] not null,
  -- what is sent to whom and when, as JSON text: template, audience, window, rate_per_second, priority, stop, limit
  plan text not null,
  starts_at timestamptz,
  -- { rule, detail } of the rule that stopped it, as JSON text
  stopped_by text,
  -- while the audience is being written: how much of it is written, as the query that reads it has it
  audience_place text,
  -- once all of it is written
  audience_written_at timestamptz,
  -- the time zones of its people; one that is empty where the window asks for none
  zones text[] not null default '{}',
  -- the cost of sending to the audience by the rate card, where the broadcast has a limit of cost
  cost numeric not null default 0,
  -- when the pace lets the next message go
  next_at timestamptz not null default now(),
  -- when an event last said how far it is
  told_at timestamptz,
  started_at timestamptz,
  -- when it last began or was resumed: rules count from then
  resumed_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the figures of the last preview as JSON text, and when that was; none once the draft was changed
  preview text,
  previewed_at timestamptz,
  -- who started it: its messages are theirs, and count in the budget of their key or user
  author text,
  -- How many of its people count for the volume tiers of each market, while its audience is written within a limit of
  -- cost: JSON of numbers by market.
  counted jsonb not null default '{}',
  primary key (organization_id, id)
);
create index broadcasts_at_work on broadcasts (organization_id) where status in ('running', 'paused', 'stopped');
create index broadcasts_started on broadcasts (organization_id, started_at) where started_at is not null;
create index broadcasts_retention on broadcasts (updated_at);

-- The audience as it was at the start, and what became of each. The key says that a person is in a broadcast once.
-- Triggers: broadcasts/tallies-trigger.sql.
create table broadcast_people (
  organization_id text not null,
  broadcast_id text not null,
  contact_id text not null,
  -- skipped, waiting, accepted, sent, delivered, read, failed or cancelled
  status text not null,
  -- why they were skipped, or the code of the error
  reason text,
  zone text not null default '',
  channel_id text,
  message_id uuid,
  replied_at timestamptz,
  opted_out_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (organization_id, broadcast_id, contact_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index broadcast_people_status on broadcast_people (organization_id, broadcast_id, status, contact_id) include (reason);
create index broadcast_people_waiting on broadcast_people (organization_id, broadcast_id, zone, contact_id)
  where status = 'waiting';
-- How many messages of a broadcast wait in the lane of each channel.
create index broadcast_people_accepted on broadcast_people (organization_id, broadcast_id, channel_id)
  where status = 'accepted';
create index broadcast_people_contact on broadcast_people (organization_id, contact_id);
-- The last one: of indexes that cost the same while statistics know no rows, Postgres takes the newest. For a message
-- this one finds its person; the one by status finds everybody of the broadcast.
create index broadcast_people_message on broadcast_people (organization_id, broadcast_id, message_id)
  where message_id is not null;

-- Figures of broadcasts that are read without counting their people: changes of how many are in a state. Added up, they
-- are what is. No writer of one waits for another; now and then those there are become one.
create table broadcast_tallies (
  organization_id text not null,
  broadcast_id text not null,
  number bigint generated always as identity,
  -- of people, or replied, or opted_out
  status text not null,
  reason text,
  people bigint not null,
  -- a message of one of them
  example uuid,
  primary key (organization_id, broadcast_id, number)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
