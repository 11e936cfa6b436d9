-- Messages to groups of official numbers are charged for each person that they reach: who that was (digits, or a user id);
-- empty for a message to one person.
-- keeps: an older version writes one line for each message, as this one does for those to one person.
alter table message_costs add column participant text not null default '';
alter table message_costs drop constraint message_costs_pkey, add primary key (organization_id, message_id, participant);

-- Who is in which group of an official number, by what WhatsApp reported, for what its messages will cost.
create table group_people (
  organization_id text not null,
  channel_id text not null,
  group_id text not null,
  -- digits, or a user id
  participant text not null,
  -- digits; null where it is not shown
  phone text,
  primary key (organization_id, channel_id, group_id, participant)
);
