-- What comes in: media, orders, suppressions, and what edits, revocations and profiles leave behind.

alter table messages
  add column edited_at timestamptz,
  add column deleted_at timestamptz;

-- The name the person goes by on the platform. The contact's name follows it until somebody gives another.
alter table contacts add column profile_name text;

create index conversations_contact on conversations (contact_id);

-- A file that came with a message; fetched through the channel's media lane.
create table media (
  organization_id text not null,
  id text collate "C" not null,
  channel_id text not null,
  message_id uuid not null,
  provider_media_id text not null,
  kind text not null,
  -- pending, stored or failed
  status text not null default 'pending',
  mime_type text,
  file_name text,
  -- hexadecimal; what the provider announced, then what was stored
  sha256 text,
  size bigint,
  -- why the last attempt failed, as JSON text
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index media_retention on media (created_at);

create table orders (
  organization_id text not null,
  id text not null,
  order_no bigint not null,
  message_id uuid not null,
  channel_id text not null,
  conversation_id text not null,
  contact_id text,
  catalog_id text,
  note text not null default '',
  -- the product items as JSON text
  items text not null,
  status text not null default 'created',
  payment_status text not null default 'pending',
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- The last order number of each organisation.
create table order_numbers (
  organization_id text primary key,
  last bigint not null
);

-- Whom nothing is to be sent to.
create table suppressions (
  organization_id text not null,
  contact_id text not null,
  channel text not null,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id, channel)
);
