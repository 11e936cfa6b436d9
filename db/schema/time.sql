/*
 * ISO 8601 in UTC with milliseconds, as every answer and event of the API writes
 * a time. Stable as to_char is: declared otherwise, it could not be inlined.
 */
create or replace function iso_time(at timestamptz) returns text
language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

/* The moment so many milliseconds from now; null for null. Daemons say how long, since their clocks differ. */
create or replace function after_milliseconds(milliseconds double precision) returns timestamptz
language sql stable parallel safe as $$
  select now() + milliseconds * interval '1 millisecond'
$$;

/* How many whole milliseconds a moment is away, 0 when it has come; null for null. */
create or replace function milliseconds_until(at timestamptz) returns double precision
language sql stable parallel safe as $$
  select case when at is not null
    then greatest(0, ceil((extract(epoch from at) - extract(epoch from now())) * 1000)) end::double precision
$$;
