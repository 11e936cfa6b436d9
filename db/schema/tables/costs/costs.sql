-- What messages cost: what is charged when they are delivered, and sums of that, which outlive the messages
-- (costs/settle.sql). What is expected before is in messages.

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
  -- Messages to groups of official numbers are charged for each person that they reach: who that was (digits, or a user
  -- id); empty for a message to one person.
  participant text not null default '',
  -- Of a refunded message: how much more it cost than the last one that was counted with it, which is charged no longer in
  -- its place. With it, what is charged adds up to the sums.
  residue numeric,
  -- the template's name; null of other messages
  template text,
  -- 0268 added messaging_account_id: the account that it was sent with, if one was named; and cost_accounts
  primary key (organization_id, message_id, participant)
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

-- Which of a number's first answers of a month are taken, which are free: those that were delivered, and those that are
-- accepted. Changes, whose sum it is: so adding waits for nobody.
create table free_answers (
  organization_id text not null,
  -- digits; the channel's id where its number is not known
  number text not null,
  month date not null,
  id bigint generated always as identity,
  answers bigint not null,
  primary key (organization_id, number, month, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The same by template and day.
create table cost_templates (
  organization_id text not null,
  -- by the account's clock
  at date not null,
  template text not null,
  channel_id text not null,
  category text not null,
  currency text not null,
  messages bigint not null,
  -- of these, how many cost nothing, and how many have no price in the rate card
  free bigint not null,
  unpriced bigint not null,
  amount numeric not null,
  primary key (organization_id, at, template, channel_id, category, currency)
) with (fillfactor = 70);

-- What is added to the sums, or taken away, until 0268 put cost_change in its place; see costs/sums.sql.
create type charge_change as (
  organization_id text,
  day date,
  channel_id text,
  category text,
  country text,
  key text,
  broadcast_id text,
  contact_id text,
  template text,
  currency text,
  messages integer,
  free integer,
  unpriced integer,
  amount numeric
);

-- Organisations whose costs are counted anew, since a rate card was set or deleted: how far that is; see costs/recount.sql.
create table cost_recounts (
  organization_id text primary key,
  -- the first day whose prices are applied anew
  since date not null,
  -- charges, days or expected: each goes through all of it
  stage text not null default 'charges',
  -- how far that is: the day, and the message and the person of a group that were last
  day date,
  message_id uuid,
  participant text not null default '',
  -- how many messages before that are counted together for a volume tier: JSON by what counts them
  places jsonb not null default '{}',
  -- until then another daemon may charge by the card before
  settles_at timestamptz not null,
  -- the first day that is said to be counted anew; null once it is: what such daemons charged is looked through once more
  said_since date
);
