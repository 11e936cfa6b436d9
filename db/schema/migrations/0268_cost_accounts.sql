-- The messaging account at Meta that a message was sent with; null leaves it to Meta, which takes the business account of the
-- number. The version before sends with the channel's and says of none: what it sends is counted by the business account.
alter table messages add column messaging_account_id text;
alter table message_costs add column messaging_account_id text;

-- What messaging accounts were billed that messages were sent with, by day. What is in cost_sums beyond it was billed to the
-- business account of its number; see costs/accounts.ts.
create table cost_accounts (
  organization_id text not null,
  -- by the clock of the number's account
  at date not null,
  messaging_account_id text not null,
  channel_id text not null,
  category text not null,
  country text not null,
  currency text not null,
  messages bigint not null,
  -- of these, how many cost nothing, and how many have no price in the rate card
  free bigint not null,
  unpriced bigint not null,
  amount numeric not null,
  primary key (organization_id, at, messaging_account_id, channel_id, category, country, currency)
) with (fillfactor = 70);

-- What is added to the sums, or taken away; in place of charge_change, which the version before makes.
create type cost_change as (
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
  amount numeric,
  messaging_account_id text
);
