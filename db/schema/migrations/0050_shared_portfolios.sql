-- The numbers of one portfolio may be channels of several organisations: Meta counts them together, and so do we.
delete from portfolios as one using portfolios as other
where one.id = other.id and one.organization_id > other.organization_id;
alter table portfolios drop column organization_id;
alter table portfolios add primary key (id);

alter table portfolio_people
  -- the message by which they were counted last; it gives its place back when WhatsApp refuses it
  add column message_id uuid,
  -- when they were written to before that message
  add column called_before timestamptz;
alter table portfolio_people drop constraint portfolio_people_pkey;
alter table portfolio_people add primary key (portfolio_id, organization_id, contact_id);
drop index portfolio_people_called_at;
create index portfolio_people_called_at on portfolio_people (portfolio_id, called_at);
create index portfolio_people_contact on portfolio_people (organization_id, contact_id);
update portfolios as known
set people = (select count(*) from portfolio_people as person where person.portfolio_id = known.id);

create index channels_by_portfolio on channels (coalesce(portfolio_id, id));
-- what waits until its portfolio may write to more people
create index lane_items_for_room on lane_items (lane_id, due_at) where held_reason = 'messaging_limit';
