-- A lane is drained by the one daemon that owns its row.
create table lanes (
  organization_id text not null,
  kind text not null,
  lane_id text not null,
  owner text,
  -- work arrived while another daemon owned the lane: it looks again before it lets go
  woken boolean not null default false,
  -- nothing is started before this: the lane's provider or account must not be called
  paused_until timestamptz,
  -- calls may be out: from when a daemon takes the lane until one lets go of it with all of its calls over
  may_have_begun boolean not null default false,
  primary key (organization_id, kind, lane_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index lanes_owner on lanes (owner) where owner is not null;

-- What waits in lanes, and the calls that are out. The beginning of a call changes the state of what waits: no index
-- names the state, and pages have room for the new version beside the old one, so that it writes no index.
-- Triggers: lanes/attempts-trigger.sql, events/wake-endpoints-trigger.sql.
create table lane_items (
  organization_id text not null,
  kind text not null,
  lane_id text not null,
  item_id text not null,
  -- items of one key go one after another, in order of position
  order_key text not null,
  position bigint generated always as identity,
  due_at timestamptz not null,
  -- queued, sending (a call is out) or unknown (its outcome was lost)
  state text not null default 'queued',
  -- waits for a retry or a pacing gap, and what comes after it under its key waits with it
  held boolean not null default false,
  attempt integer not null default 0,
  started_at timestamptz,
  -- The end that counts while a message waits. Null: 24 hours after due_at, which is what most have. Functions that
  -- put an item off write the end down first; see end_of in messages/ends.sql.
  expires_at timestamptz,
  -- messages go by priority, as lanes/priorities.ts has them; everything else in lanes is normal
  priority smallint not null default 1,
  -- why a message that could go is held, where that is worth telling
  held_reason text,
  -- null of everything but messages with uploaded files
  media_ids text[],
  -- the deliveries that wait together as one item of an endpoint's lane; null where the item is a single one, or no
  -- delivery: see webhooks/bundles.sql
  deliveries text[],
  -- which daemon's call is out
  daemon_id text,
  -- how often a message was tried again for each cause, as JSON text of counts; null: for none that is counted
  retries text,
  primary key (organization_id, item_id)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);
create index lane_items_held on lane_items (order_key) where held;
create index lane_items_expiring on lane_items (expires_at) where expires_at is not null;
-- marketing that waits, by conversation
create index lane_items_marketing on lane_items (order_key) where held_reason = 'marketing_limit';
-- what waits until its portfolio may write to more people
create index lane_items_for_room on lane_items (lane_id, due_at) where held_reason = 'messaging_limit';
create index lane_items_media on lane_items using gin (media_ids) where media_ids is not null;
-- the low messages that wait in a conversation, when a more urgent one comes
create index lane_items_low on lane_items (order_key) where priority = 2;
-- more urgent items that wait ahead of a message in its conversation, when it is the turn of a lower priority
create index lane_items_ahead on lane_items (order_key, priority, position) where priority < 2;
-- What lanes are read by: the first of each priority is found in one step, however much waits of another.
create index lane_items_due on lane_items (lane_id, priority, due_at, position);
-- A channel's files wait under the id of its messages, which may be a million: they are found by an index of their own.
-- Nothing is written to it when a message is accepted or sent.
create index lane_items_files on lane_items (lane_id, due_at, position) where kind = 'media';
