/*
 * Drops the functions that daemons without a schema for theirs call (older ones, and those behind a pooler), once none
 * of them runs: in public they would be taken for this version's wherever their parameters fit better. What triggers
 * and indexes use stays, and so does what is known of the files `shared`. Whoever needs them again makes them again at its start.
 */
create or replace function drop_functions_of_public(shared text[]) returns void
language plpgsql as $$
declare
  old regprocedure;
begin
  if exists (select from daemons where functions is null) then
    return;
  end if;
  -- a program that starts would make them meanwhile
  if not pg_try_advisory_xact_lock(4923017715) then
    return;
  end if;
  delete from schema_functions where name <> all (shared);
  for old in
    select known.oid::regprocedure from pg_proc as known
    where known.pronamespace = 'public'::regnamespace and known.prokind = 'f'
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
