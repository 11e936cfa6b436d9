create table webhook_endpoints (
  organization_id text not null,
  id text not null,
  url text not null,
  description text not null default '',
  filter_types text[],
  channels text[],
  enabled boolean not null default true,
  disabled_reason text,
  headers jsonb not null default '{}',
  rate_per_second integer,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- deliveries that may be out at once; null is the default
  concurrency integer,
  -- whether events queue for it: also while its owner has paused it, but not once failures disabled it
  takes_events boolean not null default true,
  -- failures since the last success, and pauses that they led to
  failures integer not null default 0,
  pauses integer not null default 0,
  -- nothing is delivered before this
  resumes_at timestamptz,
  -- how often its owner was warned that it does nothing but fail, and when last
  warnings integer not null default 0,
  warned_at timestamptz,
  -- whose it is: it ends with their rights
  created_by text,
  primary key (organization_id, id)
);
-- 0201 adds include (the records that its events carry; null is none), format (the form in which it gets them), and
-- file_bytes (how many bytes of files an event carries at most).
-- 0207 adds format_events (which of its format's own events it gets; null is all).

create table webhook_secrets (
  organization_id text not null,
  endpoint_id text not null,
  id text not null,
  -- sealed with the master key
  secret text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, endpoint_id, id)
);

-- 0204 adds delivery_requests: what deliveries post that carry more than their event.

-- A delivery, or one row for all deliveries of a bundle that go well at once: see webhooks/bundled-rows.sql. What
-- changes is behind what stays, so that the WAL of an update is short.
create table deliveries (
  organization_id text not null,
  id text collate "C" not null,
  endpoint_id text not null,
  event_id text collate "C" not null,
  event_type text not null,
  status text not null,
  attempt integer not null,
  trigger text not null,
  response_status integer,
  response_body text,
  error text,
  duration_ms integer,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  replay_id text,
  -- null in the row of one delivery
  bundle_ids text[],
  bundle_event_ids text[],
  -- null where all are the row's own
  bundle_event_types text[],
  bundle_response_statuses integer[],
  bundle_response_bodies text[],
  -- null while it waits
  bundle_durations_ms integer[],
  bundle_finished_at timestamptz[],
  primary key (organization_id, id)
) partition by range (id);
create index deliveries_endpoint on deliveries (endpoint_id, id);
-- partial for the same reason as messages_failed
create index deliveries_failed on deliveries (organization_id, id) where error is not null;
create index deliveries_event_type on deliveries (organization_id, event_type, id)
  where event_type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated');
-- A delivery made at once has its event's time in its id, and is found by that: see webhooks/view.sql. Only those
-- made later have to be found by their event.
create index deliveries_later on deliveries (event_id) where substr(id, 5, 10) <> substr(event_id, 5, 10);

-- A range of events that is delivered again, step by step.
create table webhook_replays (
  organization_id text not null,
  id text not null,
  endpoint_ids text[] not null,
  -- null is all
  event_types text[],
  channel_ids text[],
  -- which deliveries: failed, exhausted, succeeded or all
  status text not null,
  -- the range, as bounds of the events' ids: from the first, before the last
  first_event text collate "C" not null,
  last_event text collate "C" not null,
  -- null until the whole range was looked through
  matched bigint,
  queued bigint not null default 0,
  -- the last event that was looked at
  position text collate "C" not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- counts what would be delivered, and delivers nothing
  dry_run boolean not null default false,
  -- counted as deliveries end, since counting them on request takes long
  succeeded bigint not null default 0,
  exhausted bigint not null default 0,
  -- finished_at is set as well
  cancelled_at timestamptz,
  primary key (organization_id, id)
);
