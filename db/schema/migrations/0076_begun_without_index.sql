-- The beginning of a call changes the state of what waits. No index names the state any more, and pages have room for
-- the new version beside the old one, so that it writes no index.
drop index lane_items_sending;
drop index lane_items_due;
drop index lane_items_files;
create index lane_items_due on lane_items (lane_id, priority, due_at, position);
create index lane_items_files on lane_items (lane_id, due_at, position) where kind = 'media';
alter table lane_items set (fillfactor = 50);
