-- Messages go by priority: 0 is high, 1 is normal, 2 is low. Whatever else waits in a lane is normal.
--
-- The priority stands in the index by which lanes are read, so that the first of each is found in one step, however
-- much waits of another.

alter table lane_items add column priority smallint not null default 1;
drop index lane_items_due;
create index lane_items_due on lane_items (lane_id, priority, due_at, position) where state <> 'sending';

-- null is normal: most messages take no room for it
alter table messages add column priority smallint;

alter type accept_input add attribute priority smallint;
