-- Positions of events from a sequence, and work on what has piled up as jobs
-- whose progress can be read: replays and cancellations of many messages.

-- Transaction ids gave the positions before. Those of the programs that still
-- run while this is applied stay far below what the sequence begins with.
create sequence event_log_position;
select setval('event_log_position', 1000000 + greatest(
  (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shift from event_positions),
  (
    select max(last.position)
    from organizations as organization
    cross join lateral (
      select event.position from events as event
      where event.organization_id = organization.organization_id
      order by event.position desc, event.id desc limit 1
    ) as last
  )
));

alter table webhook_replays
  -- null until the whole range was looked through
  alter column matched drop not null,
  -- counts what would be delivered, and delivers nothing
  add column dry_run boolean not null default false,
  -- counted as deliveries end, since counting them when asked takes long
  add column succeeded bigint not null default 0,
  add column exhausted bigint not null default 0,
  -- finished_at is set as well
  add column cancelled_at timestamptz;
update webhook_replays as replay set succeeded = made.succeeded, exhausted = made.exhausted
from (
  select organization_id, replay_id,
    count(*) filter (where status = 'succeeded') as succeeded, count(*) filter (where status = 'exhausted') as exhausted
  from deliveries where replay_id is not null
  group by organization_id, replay_id
) as made
where made.organization_id = replay.organization_id and made.replay_id = replay.id;
drop index deliveries_replay;

-- Messages that wait and are cancelled because a filter matches them, step by step.
create table message_cancellations (
  organization_id text not null,
  id text collate "C" not null,
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
  -- the newest lane item when it was asked for: what is accepted later is left alone
  last_position bigint not null,
  matched bigint not null default 0,
  -- the last lane item that was looked at
  position text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id)
);
