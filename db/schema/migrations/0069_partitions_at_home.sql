-- Partitions go to the schema of their table. Some were made in that of a version's functions, which is dropped when no
-- daemon has run the version for a week. Each is locked for a moment; what it holds is not touched.
do $$
declare
  partition regclass;
  home regnamespace;
begin
  for partition, home in
    select child.oid, parent.relnamespace
    from pg_inherits
    join pg_class as child on child.oid = inhrelid
    join pg_class as parent on parent.oid = inhparent
    where parent.relkind = 'p' and child.relnamespace <> parent.relnamespace
  loop
    execute format('alter table %s set schema %s', partition, home);
  end loop;
end $$;
