/*
 * Drops the functions that daemons without a schema for theirs call (older ones, and those behind a pooler), once none
 * of them runs: beside the tables they would be taken for this version's wherever their parameters fit better. What
 * triggers and indexes use stays, and so does what is known of the files `shared`. Whoever needs them again makes them
 * again at its start, and holds the advisory lock `migrating` meanwhile.
 */
create or replace function drop_functions_in_place(shared text[], migrating bigint) returns void
language plpgsql as $$
declare
  home oid := (select relnamespace from pg_class where oid = 'schema_functions'::regclass);
  old regprocedure;
begin
  if exists (select from daemons where functions is null) then
    return;
  end if;
  if not pg_try_advisory_xact_lock(migrating) then
    return;
  end if;
  delete from schema_functions where name <> all (shared);
  for old in
    select known.oid::regprocedure from pg_proc as known
    where known.pronamespace = home and known.prokind = 'f'
      and exists (select from pg_proc as own join pg_namespace as schema on schema.oid = own.pronamespace
        where own.proname = known.proname and schema.nspname like 'waypost\_functions\_%')
      and not exists (select from pg_depend where objid = known.oid and deptype = 'e')
  loop
    begin
      execute format('drop function %s', old);
    exception when dependent_objects_still_exist then null;
    end;
  end loop;
end $$;
