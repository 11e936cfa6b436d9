-- Partitions of a week or some weeks of what grows without end, made ahead of time and dropped by retention. What a
-- partition holds is read from the catalogue, not from its name: some were made in a session whose days were not 24
-- hours long.

/* The bound of a partitioned table's key at a moment, as a literal for DDL. */
create or replace function partition_bound(parent text, at timestamptz) returns text
language sql immutable as $$
  select case parent
    when 'events' then quote_literal('evt_' || ulid_time(at))
    when 'deliveries' then quote_literal('dlv_' || ulid_time(at))
    else quote_literal(uuid_bound(at))
  end
$$;

/* The moment of a bound: a UUIDv7, or an id that begins with a ULID's time after its prefix. */
create or replace function bound_time(bound text) returns timestamptz
language sql immutable strict as $$
  select to_timestamp(case when bound like '___\_%' then (
    select sum((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(bound, 4 + nth, 1)) - 1) * 32::float8 ^ (10 - nth))
    from generate_series(1, 10) as nth
  ) else ('x' || lpad(left(replace(bound, '-', ''), 12), 16, '0'))::bit(64)::bigint::float8 end / 1000)
$$;

/* The partitions of a table, and from when until when each holds rows. */
create or replace function partitions_of(parent text)
returns table (name name, starts_at timestamptz, ends_at timestamptz, id regclass)
language sql stable as $$
  select relation.relname, bound_time(bound[1]), bound_time(bound[2]), relation.oid::regclass
  from pg_inherits
  join pg_class as relation on relation.oid = inhrelid
  cross join regexp_match(pg_get_expr(relation.relpartbound, relation.oid), 'FROM \(''(.+)''\) TO \(''(.+)''\)') as bound
  where inhparent = to_regclass(parent)
$$;

/*
 * How full pages are made, in percent. What is left takes the rows' later versions, which then write no index: a
 * message has up to four, each longer than the one before; a bundle of deliveries has one each time that some of them
 * end. Events never change, nor do most attempts. Less room would take no less of the disk: a version without room
 * writes all its indexes again, which stay.
 */
create or replace function partition_fillfactor(parent text) returns integer
language sql immutable parallel safe as $$
  select case parent when 'events' then 100 when 'message_attempts' then 100 when 'messages' then 33 else 50 end
$$;

/* The schema of the tables: the first of a session's search path is that of a version's functions, which goes with it. */
create or replace function schema_of_tables() returns oid
language sql stable as $$ select relnamespace from pg_class where oid = 'messages'::regclass $$;

/* Makes one partition. A part of a week begins within one that has the day's name: then it has the minute's, too. */
create or replace function make_partition(parent text, starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql as $$
declare
  home text := schema_of_tables()::regnamespace;
  child text := home || '.' || parent || to_char(starts_at at time zone 'UTC', '_YYYYMMDD');
begin
  if to_regclass(child) is not null then
    child := child || to_char(starts_at at time zone 'UTC', '_HH24MI');
  end if;
  execute format('create table %s (like %I including all)', child, parent);
  execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.1, fillfactor = %s)', child,
    partition_fillfactor(parent));
  -- attached, not made in place: that would lock readers and writers of the table out
  execute format('alter table %I attach partition %s for values from (%s) to (%s)',
    parent, child, partition_bound(parent, starts_at), partition_bound(parent, ends_at));
end $$;

/* Those of some tables that lack a partition for a moment between two. One look for all: at most starts of a daemon there are none. */
create or replace function tables_without_partitions(tables text[], first timestamptz, last timestamptz) returns text[]
language sql stable as $$
  select array(
    select parent from unnest(tables) as parent
    where (
      select range_agg(tstzrange(starts_at, ends_at)) @> tstzrange(first, last, '[]') from partitions_of(parent)
    ) is not true
  )
$$;

/*
 * Makes the partitions that are missing between two moments; harmless when none is. Each is so many weeks long, from
 * a Monday to a Monday in UTC that are the same for all who make them, or goes to where another one begins, so that
 * none overlaps and no moment is left out. Returns how many it made.
 */
create or replace function ensure_partitions(
  first timestamptz, last timestamptz, weeks integer,
  tables text[] default array['messages', 'message_attempts', 'events', 'deliveries']
) returns integer language plpgsql as $$
declare
  width interval := make_interval(hours => weeks * 7 * 24);
  parent text;
  reached timestamptz;
  covered timestamptz;
  next timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('waypost.partitions'));
  -- fails rather than have others queue behind it
  perform set_config('lock_timeout', '200ms', true);
  foreach parent in array tables_without_partitions(tables, date_trunc('week', first, 'UTC'), last) loop
    reached := date_trunc('week', first, 'UTC');
    while reached <= last loop
      select max(ends_at) filter (where starts_at <= reached), min(starts_at) filter (where starts_at > reached)
      into covered, next
      from partitions_of(parent) where ends_at > reached;
      if covered is null then
        -- a day more: an hour before the Monday that would end it, the weeks that follow are taken in
        covered := least(date_bin(width, reached + width + interval '24 hours', '2001-01-01 00:00Z'), next);
        perform make_partition(parent, reached, covered);
        made := made + 1;
      end if;
      reached := covered;
    end loop;
  end loop;
  return made;
end $$;

/*
 * Whether messages that were made in a span of time still wait to be sent, or were due within the last two days and so
 * may still have events. The latter were scheduled, for thirty days ahead at most.
 */
create or replace function holds_unfinished(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql stable as $$
  select exists (
    select from lane_items as item
    where item.kind = 'channel' and item.item_id >= uuid_bound(starts_at)::text and item.item_id < uuid_bound(ends_at)::text
  ) or ends_at > now() - interval '768 hours' and exists (
    select from messages as message
    where message.id >= uuid_bound(starts_at) and message.id < uuid_bound(ends_at)
      and message.scheduled_at > now() - interval '48 hours'
  )
$$;

/* Whether messages that were made in a span of time are in a conversation under a legal hold. */
create or replace function holds_legally(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql stable as $$
  select exists (
    select from conversations as held
    join messages as message on message.conversation_id = held.id and message.organization_id = held.organization_id
    where held.legal_hold is not null and message.id >= uuid_bound(starts_at) and message.id < uuid_bound(ends_at)
  )
$$;

/*
 * The partitions that end before a moment and hold nothing unfinished and nothing under a legal hold, by names that lead to them. Those that are being detached already come
 * first: nothing is found in them any more, and no other of their table can be detached before them.
 */
create or replace function old_partitions(before timestamptz)
returns table (parent text, name text, detaching boolean, starts_at timestamptz, ends_at timestamptz)
language sql stable as $$
  select owner.name, partition.id::text, inherits.inhdetachpending, partition.starts_at, partition.ends_at
  from unnest(array['messages', 'message_attempts', 'events', 'deliveries']) as owner (name)
  cross join partitions_of(owner.name) as partition
  join pg_inherits as inherits on inherits.inhrelid = partition.id
  where partition.ends_at <= before and (
    inherits.inhdetachpending or owner.name not in ('messages', 'message_attempts')
    or not holds_unfinished(partition.starts_at, partition.ends_at)
    and not holds_legally(partition.starts_at, partition.ends_at)
  )
  order by not inherits.inhdetachpending, partition.starts_at
$$;
