-- What messages cost by template and day; of those that were delivered from now on.

-- The template's name; null of other messages, and of those from before.
alter table message_costs add column template text;

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

-- What is added to the sums, or taken away, in place of cost_change.
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
