-- Gives every event its place in an order that readers of the log can follow
-- without missing any: see db/events/positions.sql. An event's id
-- cannot be that place, because it is made before its transaction commits.

alter table events add column position bigint not null default 0;
-- what was written before comes first; from now on a position has to be given
alter table events alter column position drop default;
create index events_position on events (organization_id, position, id);

-- What is added to the cluster's transaction ids; one row.
create table event_positions (
  is_only boolean primary key default true check (is_only),
  shift bigint not null default 0
);
insert into event_positions default values;
