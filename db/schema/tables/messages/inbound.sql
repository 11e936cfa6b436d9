-- What providers send us.

-- Stored before it is answered, gone once processed. Not led by organization_id: which organisation a call is for is
-- known only once it has been read.
create table provider_webhooks (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  error text,
  received_at timestamptz not null default now(),
  -- '' could not be read
  route text collate "C" not null default '',
  -- how often it was found to be at fault itself
  attempts integer not null default 0,
  -- of calls that are set aside: those with an error
  failure_id text collate "C",
  failed_at timestamptz,
  -- whose it is, when it names channels of one organisation
  organization_id text,
  channel_id text
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index provider_webhooks_waiting on provider_webhooks (route, id) where error is null;
create unique index provider_webhooks_failed on provider_webhooks (failure_id) where error is not null;
create index provider_webhooks_failed_of on provider_webhooks (organization_id, failure_id) where error is not null;

-- What came in waits by route: one for a number, one for an account of Meta's, one for a paired channel. The calls of a
-- route are processed in order by one daemon at a time, which holds the route for a bounded time; routes don't wait for
-- each other.
create table inbound_routes (
  route text collate "C" primary key,
  -- what the daemon at work names itself by; worth nothing once claimed_until is past
  claim uuid,
  claimed_until timestamptz,
  -- how often in a row it could not be processed, and when it is tried again
  failures integer not null default 0,
  retry_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);

-- Edits and revocations that came before their message.
create table early_revisions (
  organization_id text not null,
  channel_id text not null,
  -- the provider's id of the message that is changed
  original_id text not null,
  -- the provider's id of the change
  provider_message_id text not null,
  -- as revise_message takes it
  revision text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, channel_id, original_id, provider_message_id)
);
create index early_revisions_retention on early_revisions (created_at);

-- Who is in which group of an official number, by what WhatsApp reported, for what its messages will cost.
create table group_people (
  organization_id text not null,
  channel_id text not null,
  group_id text not null,
  -- digits, or a user id
  participant text not null,
  -- digits; null where it is not shown
  phone text,
  primary key (organization_id, channel_id, group_id, participant)
);
