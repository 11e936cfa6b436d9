-- What went through, counted from the log of events in three steps of time (overview/traffic-counts.sql).
create table traffic_counts (
  organization_id text not null,
  -- seconds: 60, 900 or 21600
  step integer not null,
  -- when the step begins
  at timestamptz not null,
  -- empty: all channels together
  channel_id text not null,
  -- accepted, sent, delivered, read, failed, received, or failed and the code of the error
  kind text not null,
  count bigint not null,
  -- of sent messages: milliseconds from the moment that each was due, together and at most
  waited_ms bigint not null default 0,
  longest_ms bigint not null default 0,
  primary key (organization_id, step, at, channel_id, kind)
) with (fillfactor = 70);
create index traffic_counts_retention on traffic_counts (step, at);

-- How far an organisation's log is counted.
create table traffic_places (
  organization_id text primary key,
  position bigint not null,
  event_id text collate "C" not null
) with (fillfactor = 70);
