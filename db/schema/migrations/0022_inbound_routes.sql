-- What came in waits by route: one a number, one an account of Meta's, one a paired channel. The calls of a route are
-- processed in order by one daemon at a time, which holds the route for a bounded time; routes don't wait for each other.

create table inbound_routes (
  route text collate "C" primary key,
  -- what the daemon at work names itself by; worth nothing once claimed_until is past
  claim uuid,
  claimed_until timestamptz,
  -- how often in a row it could not be processed, and when it is tried again
  failures integer not null default 0,
  retry_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);

alter table provider_webhooks
  -- '' is what is stored from before, or could not be read
  add column route text collate "C" not null default '',
  -- how often it was found to be at fault itself
  add column attempts integer not null default 0,
  -- of calls that are set aside: those with an error
  add column failure_id text collate "C",
  add column failed_at timestamptz,
  -- whose it is, when it names channels of one organisation
  add column organization_id text,
  add column channel_id text;

update provider_webhooks
set failure_id = 'inb_' || upper(replace(gen_random_uuid()::text, '-', '')), failed_at = received_at
where error is not null;

drop index provider_webhooks_pending;
create index provider_webhooks_waiting on provider_webhooks (route, id) where error is null;
create unique index provider_webhooks_failed on provider_webhooks (failure_id) where error is not null;
create index provider_webhooks_failed_of on provider_webhooks (organization_id, failure_id) where error is not null;
