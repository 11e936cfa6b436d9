-- Whom a portfolio may send no marketing for now: WhatsApp said that they get enough of it. Meta asks to leave such a
-- person alone for a day; see db/messages/marketing-holds.sql.
create table marketing_holds (
  -- by Meta's id, or a channel's, of a number whose portfolio is not known
  portfolio_id text not null,
  organization_id text not null,
  contact_id text not null,
  until timestamptz not null,
  primary key (portfolio_id, organization_id, contact_id)
);
create index marketing_holds_contact on marketing_holds (organization_id, contact_id);
-- marketing that waits, by conversation
create index lane_items_marketing on lane_items (order_key) where held_reason = 'marketing_limit';
