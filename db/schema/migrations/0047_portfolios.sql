-- What a platform allows a number: messages a second, and how many people it may write to unprompted. Meta counts those
-- people for all numbers of a business portfolio together; see db/channels/portfolios.sql.
alter table channels
  -- Meta's id of the business that owns the number's account
  add column portfolio_id text,
  -- messages a second that the platform allows
  add column throughput integer,
  -- the number is used in the WhatsApp Business app, too
  add column coexists boolean not null default false;

-- by Meta's id, or by a channel's, of a number whose portfolio is not known
create table portfolios (
  organization_id text not null,
  id text not null,
  -- people within 24 hours; null is no limit
  messaging_limit integer,
  -- rows of portfolio_people
  people integer not null default 0,
  primary key (organization_id, id)
);

-- who was written to outside a service window within the last 24 hours, and when last
create table portfolio_people (
  organization_id text not null,
  portfolio_id text not null,
  contact_id text not null,
  called_at timestamptz not null,
  primary key (organization_id, portfolio_id, contact_id)
);
create index portfolio_people_called_at on portfolio_people (organization_id, portfolio_id, called_at);
