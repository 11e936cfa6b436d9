/*
 * The ranks of priorities, in the order of priorities.ts. Each is a constant wherever it stands, so that an index of
 * some priorities serves as it would for a number.
 */
create or replace function high_priority() returns integer
language sql immutable parallel safe as $$ select 0 $$;

create or replace function normal_priority() returns integer
language sql immutable parallel safe as $$ select 1 $$;

create or replace function low_priority() returns integer
language sql immutable parallel safe as $$ select 2 $$;

/* All of them, the most urgent first, in the type of the column. */
create or replace function priorities() returns setof smallint
language sql immutable parallel safe rows 3 as $$
  select unnest(array[high_priority(), normal_priority(), low_priority()]::smallint[])
$$;
