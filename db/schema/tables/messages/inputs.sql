-- What SQL functions take of many rows at once, from the daemon and from each other.

-- One message of a batch to accept; see messages/accept/batch.sql.
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
  response text,
  -- refused unless its recipient wrote within the last 24 hours
  needs_window boolean,
  -- sent to a person, as opposed to an operation such as mark_as_read
  addressed boolean,
  expires_at timestamptz,
  -- the same end, counted from when the message is due: by the database's clock
  ttl_seconds integer,
  -- in place of the address
  user_id text,
  priority smallint,
  media_ids text[],
  broadcast_id text,
  author text,
  -- what the daemon knows of its price; see costs/expected.sql
  cost jsonb,
  -- what the key that it is sent by is limited to as an agent's; null where it is none
  guard jsonb,
  -- of a send whose key needs approval: what is kept of it while it waits; see AcceptInput
  approval jsonb
  -- 0202 added holding, 0272 messaging_account_id: see AcceptInput
);

-- A person that one of them goes to; see messages/accept/ensure-recipients.sql.
create type recipient_input as (
  organization_id text,
  channel_id text,
  identity_type text,
  identity_value text,
  name text
);

-- How a message moved on; see messages/advance.sql.
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

-- An event to write; see events/emit.sql.
create type event_input as (
  organization_id text,
  channel_id text,
  type text,
  body text
);

-- One contact to make or change; see contacts/upsert.sql.
create type contact_input as (
  n integer,
  external_source text,
  external_id text,
  phone_number text,
  email text,
  name text,
  custom_fields text,
  tags text[],
  cleared text[],
  -- WhatsApp's own ids of people
  bsuid text,
  parent_bsuid text,
  -- its digits
  lid text,
  -- in lower case, without the @
  username text
);

-- An identity that one of them names, and the contact that has it or will get it.
create type identity_input as (
  n integer,
  type text,
  source text,
  value text,
  contact_id text
);

-- Which contact one of them is.
create type contact_place as (
  n integer,
  contact_id text,
  is_new boolean
);
