-- What delivering events has to remember of an endpoint, replays, and the order of what happens in a conversation.

-- Orders the message.* events of a conversation; without a cache, so that a later change never gets a smaller number.
create sequence message_sequence;

alter table webhook_endpoints
  -- deliveries that may be out at once; null is the default
  add column concurrency integer,
  -- whether events queue for it: also while its owner has paused it, but not once failures disabled it
  add column takes_events boolean not null default true,
  -- failures since the last success, and pauses that they led to
  add column failures integer not null default 0,
  add column pauses integer not null default 0,
  -- nothing is delivered before this
  add column resumes_at timestamptz,
  -- how often its owner was told that it does nothing but fail, and when last
  add column warnings integer not null default 0,
  add column warned_at timestamptz;

update webhook_endpoints set takes_events = false
where not enabled and disabled_reason is distinct from 'disabled by its owner';

-- made on request, for one endpoint, to try it out
alter table events add column test boolean not null default false;

alter table deliveries add column replay_id text;
create index deliveries_replay on deliveries (replay_id) where replay_id is not null;

-- A range of events that is delivered again, step by step.
create table webhook_replays (
  organization_id text not null,
  id text collate "C" not null,
  endpoint_ids text[] not null,
  -- null is all
  event_types text[],
  channel_ids text[],
  -- which deliveries: failed, exhausted, succeeded or all
  status text not null,
  -- the range, as bounds of the events' ids: from the first, before the last
  first_event text collate "C" not null,
  last_event text collate "C" not null,
  matched bigint not null,
  queued bigint not null default 0,
  -- the last event that was looked at
  position text collate "C" not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
