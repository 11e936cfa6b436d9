-- What an organisation means to spend at most, and what counts against it (budgets/count.sql).
create table budgets (
  organization_id text not null,
  id text not null,
  -- organization, channel, key or broadcast: whose messages count
  scope text not null,
  -- the channel, key or broadcast; empty: all of the organisation
  scope_id text not null default '',
  -- day or month, as its time zone has them
  period text not null,
  time_zone text not null,
  amount numeric not null,
  currency text not null,
  -- the share of the amount at which an event warns
  warn_at numeric not null,
  -- what is refused once it is exhausted: marketing, all_but_authentication or none
  stop text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- What is spent in each period: changes, whose sum it is. Accepting messages locks their budgets, and adds; what is known
-- later about a price adds, and waits for nobody.
create table budget_spending (
  organization_id text not null,
  budget_id text not null,
  -- when the period began
  began_at timestamptz not null,
  number bigint generated always as identity,
  amount numeric not null,
  primary key (organization_id, budget_id, began_at, number)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index budget_spending_retention on budget_spending (began_at);

-- Which of its lines a budget has crossed in a period, each once.
create table budget_alerts (
  organization_id text not null,
  budget_id text not null,
  began_at timestamptz not null,
  -- warned or exhausted
  kind text not null,
  created_at timestamptz not null default now(),
  -- what was spent then: below that, room was given back, and it can be said again
  spent numeric,
  primary key (organization_id, budget_id, began_at, kind)
);

-- What one message counts in one budget; see budgets/count.sql.
create type budget_charge as (
  n integer,
  organization_id text,
  budget_id text,
  began_at timestamptz,
  amount numeric,
  -- refused where there is no room for it
  stops boolean
);

-- By how much what a message costs has changed; see budgets/correct.sql.
create type budget_change as (
  organization_id text,
  channel_id text,
  author text,
  broadcast_id text,
  at timestamptz,
  amount numeric,
  currency text
);
