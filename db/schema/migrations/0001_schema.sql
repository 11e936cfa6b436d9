-- The whole schema of the first version.
--
-- Every table of a customer's data leads its primary key with organization_id,
-- so that what one organisation has is found by it alone. That does not make
-- the schema one for Citus, which refuses several of the tables and can't push
-- down functions that work for several organisations at once. Messages, their
-- attempts, events and deliveries are range-partitioned by their time-ordered
-- ids: retention drops a partition. What a partition cannot keep unique lives
-- in narrow tables beside them. There are no foreign keys on the way of a
-- message: its rows are written together, in one statement, by db/functions.
-- Bodies that must survive byte for byte are text: jsonb reorders keys and
-- refuses \u0000.

-- orders ids that are made in one millisecond; see prefixed_id
create sequence id_order minvalue 0 maxvalue 4294967295 start 0 cycle cache 1;

create table organizations (
  organization_id text primary key,
  name text not null,
  default_country text,
  created_at timestamptz not null default now()
);

create table users (
  organization_id text not null,
  id uuid not null,
  email text not null,
  password_hash text not null,
  name text not null default '',
  email_verified boolean not null default false,
  timezone text not null default 'UTC',
  week_start text not null default 'monday',
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index users_email on users (lower(email));

create table api_keys (
  organization_id text not null,
  id text not null,
  name text not null,
  permissions text[] not null,
  channel_ids text[],
  prefix text not null,
  last4 text not null,
  hash bytea not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index api_keys_hash on api_keys (hash);

create table channels (
  organization_id text not null,
  id text not null,
  platform text not null,
  status text not null,
  status_reason text,
  name text not null,
  phone_number text,
  phone_number_id text,
  waba_id text,
  access_token text,
  quality_rating text,
  messaging_limit text,
  settings jsonb not null default '{}',
  last_seen_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
-- Meta's webhooks name a number, not an organisation.
create unique index channels_phone_number_id on channels (phone_number_id) where deleted_at is null;

create table contacts (
  organization_id text not null,
  id text not null,
  phone_number text,
  name text,
  email text,
  external_source text,
  external_id text,
  custom_fields text not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

create table contact_identities (
  organization_id text not null,
  type text not null,
  source text not null default '',
  value text not null,
  contact_id text not null,
  verified boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, type, source, value)
);
create index contact_identities_contact on contact_identities (organization_id, contact_id);

create table conversations (
  organization_id text not null,
  id text not null,
  channel_id text not null,
  contact_id text not null,
  status text not null default 'open',
  assignee_id uuid,
  last_inbound_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, channel_id, contact_id)
) with (fillfactor = 80);

create table messages (
  organization_id text not null,
  id uuid not null,
  channel_id text not null,
  conversation_id text not null,
  contact_id text,
  direction text not null,
  type text not null,
  status text not null,
  address text,
  content text not null,
  metadata text,
  rendered_as text,
  provider_message_id text,
  error text,
  pricing text,
  attempts integer not null default 0,
  status_history jsonb not null,
  scheduled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
) partition by range (id);
-- Not led by organization_id: where statistics are missing, the planner would
-- take it for look-ups by (organization_id, id).
create index messages_conversation on messages (conversation_id, id);

create table message_attempts (
  organization_id text not null,
  message_id uuid not null,
  attempt integer not null,
  daemon_id text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- null while the call is out; then sent, retry, failed or unknown
  outcome text,
  -- the attempt before it had no known outcome, so this one may be a second copy
  possible_duplicate boolean not null default false,
  error text,
  primary key (organization_id, message_id, attempt)
) partition by range (message_id);

create table provider_messages (
  organization_id text not null,
  channel_id text not null,
  provider_message_id text not null,
  message_id uuid not null,
  primary key (organization_id, channel_id, provider_message_id)
);
create index provider_messages_retention on provider_messages (message_id);

create table idempotency_keys (
  organization_id text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_retention on idempotency_keys (created_at);

create table events (
  organization_id text not null,
  id text collate "C" not null,
  type text not null,
  channel_id text,
  body text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
) partition by range (id);

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
  primary key (organization_id, id)
);

create table webhook_secrets (
  organization_id text not null,
  endpoint_id text not null,
  id text not null,
  -- encrypted, see daemon/secrets
  secret text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, endpoint_id, id)
);

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
  primary key (organization_id, id)
) partition by range (id);
create index deliveries_event on deliveries (event_id);
create index deliveries_endpoint on deliveries (endpoint_id, id);

-- A lane is drained by the one daemon that owns its row.
create table lanes (
  organization_id text not null,
  kind text not null,
  lane_id text not null,
  owner text,
  -- work arrived while another daemon owned the lane: it looks again before it lets go
  woken boolean not null default false,
  -- nothing is started before this: the lane's provider or account is not to be called
  paused_until timestamptz,
  primary key (organization_id, kind, lane_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index lanes_owner on lanes (owner) where owner is not null;

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
  primary key (organization_id, item_id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);
create index lane_items_due on lane_items (lane_id, due_at, position) where state <> 'sending';
create index lane_items_sending on lane_items (lane_id) where state = 'sending';
create index lane_items_held on lane_items (order_key) where held;

-- One row a running daemon; how others know that it is gone.
create table daemons (
  id text primary key,
  worker_pools text[] not null default '{}',
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

-- What providers sent us, stored before it is answered, gone once processed.
-- Not led by organization_id: which organisation a call is for is known only
-- once it has been read.
create table provider_webhooks (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  error text,
  received_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index provider_webhooks_pending on provider_webhooks (id) where error is null;

-- What one row of a batch carries from the daemon; see db/functions.
create type accept_input as (
  n integer,
  organization_id text,
  id uuid,
  channel_id text,
  conversation_id text,
  address text,
  type text,
  content text,
  metadata text,
  scheduled_at timestamptz,
  created_at timestamptz,
  idempotency_key text,
  fingerprint text,
  response text
);

create type event_input as (
  organization_id text,
  channel_id text,
  type text,
  body text
);

create type recipient_input as (
  organization_id text,
  channel_id text,
  identity_type text,
  identity_value text,
  name text
);

create type message_change as (
  organization_id text,
  message_id uuid,
  status text,
  at timestamptz,
  provider_message_id text,
  error text,
  pricing text,
  attempts integer,
  -- an operation such as mark_as_read: its status moves, but no message was sent
  silent boolean
);
