-- Weekly partitions of what grows without end, made ahead of time and dropped by retention.

/* The bound of a partitioned table's key at a moment, as a literal for DDL. */
create or replace function partition_bound(parent text, at timestamptz) returns text
language sql immutable as $$
  select case parent
    when 'events' then quote_literal('evt_' || ulid_time(at))
    when 'deliveries' then quote_literal('dlv_' || ulid_time(at))
    else quote_literal(uuid_bound(at))
  end
$$;

/* Makes the weekly partitions that cover a span of time; harmless when they exist. Returns how many it made. */
create or replace function ensure_partitions(first timestamptz, last timestamptz) returns integer
language plpgsql as $$
declare
  parent text;
  child text;
  week timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('waypost.partitions'));
  foreach parent in array array['messages', 'message_attempts', 'events', 'deliveries'] loop
    week := date_trunc('week', first, 'UTC');
    while week <= last loop
      child := parent || '_' || to_char(week at time zone 'UTC', 'YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I partition of %I for values from (%s) to (%s)',
          child, parent, partition_bound(parent, week), partition_bound(parent, week + interval '7 days'));
        execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.1%s)', child,
          case when parent in ('messages', 'deliveries') then ', fillfactor = 85' else '' end);
        made := made + 1;
      end if;
      week := week + interval '7 days';
    end loop;
  end loop;
  return made;
end $$;

/* Drops the partitions that end before a moment, and what belonged to them elsewhere. Returns the dropped names. */
create or replace function drop_partitions(before timestamptz) returns setof text
language plpgsql as $$
declare
  child record;
begin
  perform pg_advisory_xact_lock(hashtext('waypost.partitions'));
  for child in
    select relation.relname
    from pg_inherits join pg_class as relation on relation.oid = inhrelid
    join pg_class as owner on owner.oid = inhparent
    where owner.relname in ('messages', 'message_attempts', 'events', 'deliveries')
      and owner.relnamespace = current_schema()::regnamespace
      and to_timestamp(right(relation.relname, 8), 'YYYYMMDD') + interval '7 days' <= before
  loop
    execute format('drop table %I', child.relname);
    return next child.relname;
  end loop;
end $$;
