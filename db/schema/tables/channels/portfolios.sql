-- How many people a platform allows a number to write to unprompted. Meta counts those people for all numbers of a
-- business portfolio together; these may be channels of several organisations. See channels/portfolios.sql.

-- By Meta's id, or by a channel's, of a number whose portfolio is not known.
create table portfolios (
  id text primary key,
  -- people within 24 hours; null is no limit
  messaging_limit integer,
  -- rows of portfolio_people
  people integer not null default 0
);

-- Who was written to outside a service window within the last 24 hours, and when last.
create table portfolio_people (
  organization_id text not null,
  portfolio_id text not null,
  contact_id text not null,
  called_at timestamptz not null,
  -- the message by which they were counted last; it gives its place back when WhatsApp refuses it
  message_id uuid,
  -- when they were written to before that message
  called_before timestamptz,
  primary key (portfolio_id, organization_id, contact_id)
);
create index portfolio_people_called_at on portfolio_people (portfolio_id, called_at);
create index portfolio_people_contact on portfolio_people (organization_id, contact_id);

-- Whom a portfolio may send no marketing for now: WhatsApp said that they get enough of it. Meta asks to leave such a
-- person alone for a day; see messages/marketing-holds.sql.
create table marketing_holds (
  portfolio_id text not null,
  organization_id text not null,
  contact_id text not null,
  until timestamptz not null,
  primary key (portfolio_id, organization_id, contact_id)
);
create index marketing_holds_contact on marketing_holds (organization_id, contact_id);
