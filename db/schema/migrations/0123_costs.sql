-- What messages cost: what is expected when they are accepted, what is charged when they are delivered, and sums of that,
-- which outlive the messages (costs/settle.sql). 0175 adds the template to message_costs, and sums by it.

-- What an accepted message is expected to cost; null where no rate card has its price.
alter table messages add column cost jsonb;
-- What the daemon knows of that; see costs/expected.sql.
alter type accept_input add attribute cost jsonb;

-- Of an official number: the time zone of its business account, by whose days and months it is charged; null: UTC.
alter table channels add column time_zone text;

-- When the contact last wrote from an advertisement that leads to the chat, and until when that makes messages to them
-- free.
alter table conversations add column advertised_at timestamptz, add column free_until timestamptz;

-- A message that was delivered, and what the platform charges for it: written once, by the status that says so.
create table message_costs (
  organization_id text not null,
  message_id uuid not null,
  channel_id text not null,
  -- billed, free, or refunded
  state text not null,
  -- of the delivery, by the account's clock
  day date not null,
  currency text not null,
  -- null where the rate card has no such rate
  amount numeric,
  category text not null,
  -- as the platform has it: regular, free_customer_service, free_entry_point
  type text not null,
  -- two letters of the recipient's country; empty where it is not known
  country text not null,
  -- the rate card, and whose messages are counted together for its tiers
  basis text,
  unit text,
  market text,
  counted text,
  -- who had it sent, and the broadcast that it is of; empty without
  key text not null,
  broadcast_id text not null,
  primary key (organization_id, message_id)
);
create index message_costs_retention on message_costs using brin (day);

-- Each of the delivered messages counts in three sums: of its day and of its month with all that it is counted by, and
-- (`total`) of its day by channel and category alone.
create table cost_sums (
  organization_id text not null,
  -- day, month or total
  span text not null,
  -- the first day of the span, by the account's clock
  at date not null,
  channel_id text not null,
  category text not null,
  country text not null,
  key text not null,
  broadcast_id text not null,
  currency text not null,
  messages bigint not null,
  -- of these, how many cost nothing, and how many have no price in the rate card
  free bigint not null,
  unpriced bigint not null,
  amount numeric not null,
  primary key (organization_id, span, at, channel_id, category, country, key, broadcast_id, currency)
) with (fillfactor = 70);

-- The same by contact and month.
create table cost_contacts (
  organization_id text not null,
  contact_id text not null,
  at date not null,
  channel_id text not null,
  category text not null,
  currency text not null,
  messages bigint not null,
  free bigint not null,
  unpriced bigint not null,
  amount numeric not null,
  primary key (organization_id, contact_id, at, channel_id, category, currency)
) with (fillfactor = 70);

-- Messages of a month that the platform counts: charged ones, which reach lower rates, by the business (unit) and the
-- market; and free answers, by the channel (unit).
create table cost_counters (
  organization_id text not null,
  unit text not null,
  market text not null,
  counted text not null,
  month date not null,
  messages bigint not null,
  primary key (organization_id, unit, market, counted, month)
) with (fillfactor = 50);

-- What is added to the sums, or taken away; see costs/sums.sql.
create type cost_change as (
  organization_id text,
  day date,
  channel_id text,
  category text,
  country text,
  key text,
  broadcast_id text,
  contact_id text,
  currency text,
  messages integer,
  free integer,
  unpriced integer,
  amount numeric
);
