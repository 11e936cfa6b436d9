-- Room in the pages of partitions for later versions of their rows, which then write no index; new partitions are made
-- so (partition_fillfactor). What is there stays as it is, and what is written from now on leaves the room. Each
-- partition is held for a moment, from vacuums and the like alone: reading and writing go on.
do $$
declare
  partition regclass;
begin
  for partition in
    select inhrelid::regclass from pg_inherits
    where inhparent in ('messages'::regclass, 'message_attempts'::regclass, 'deliveries'::regclass)
  loop
    execute format('alter table %s set (fillfactor = 50)', partition);
  end loop;
end $$;
