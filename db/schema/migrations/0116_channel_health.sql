-- The score as senders need it, which may slow the channel down; null until it was found for the first time.
alter table channels add column health_score smallint;

-- How likely the platform is to restrict a channel's number, found again every few minutes.
create table channel_health (
  organization_id text not null,
  channel_id text not null,
  -- 0 to 100; null until it was found for the first time
  score real,
  -- the steps of the score, each left upwards later than it is entered: good, fair, poor or critical
  level text not null default 'good',
  -- the score as it was on average within about a day, which the trend is seen by
  average real,
  -- JSON as text
  parts text not null default '[]',
  found_at timestamptz,
  -- when a daemon last set about it
  taken_at timestamptz not null default '-infinity',
  primary key (organization_id, channel_id)
) with (fillfactor = 70);
create index channel_health_taken_at on channel_health (taken_at);
