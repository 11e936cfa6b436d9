-- Who holds a conversation of a number on which Meta Business Agent answers, too: 'agent', or null for the business; since
-- when, as Meta dates it; and when the agent last gave it to the business.
alter table conversations
  add column handled_by text,
  add column handled_at timestamptz,
  add column handed_over_at timestamptz;
create index conversations_of_agents on conversations (organization_id) where handled_by is not null;
