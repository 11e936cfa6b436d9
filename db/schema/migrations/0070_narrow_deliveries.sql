-- keeps: the version before finds the deliveries of an event without its index, too, if more slowly
-- Less to write for each message; see docs/performance.md.

-- What is delivered at once has its event's time in its id, and is found by that: see db/webhooks/of-event.sql. Only
-- what was made later has to be found by its event.
create index deliveries_later on deliveries (event_id) where substr(id, 5, 10) <> substr(event_id, 5, 10);
drop index deliveries_event;

-- More room in the pages of messages (partition_fillfactor), as in 0064_page_room.sql.
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'messages'::regclass loop
    execute format('alter table %s set (fillfactor = 33)', partition);
  end loop;
end $$;
