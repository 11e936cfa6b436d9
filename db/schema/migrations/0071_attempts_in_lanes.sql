-- Which daemon's call is out. The attempt is written down once its outcome is known; until then the item says it all.
alter table lane_items add column daemon_id text;

-- Attempts are written once now: their pages need no room for later versions (partition_fillfactor).
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'message_attempts'::regclass loop
    execute format('alter table %s set (fillfactor = 100)', partition);
  end loop;
end $$;
