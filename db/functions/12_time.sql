/*
 * ISO 8601 in UTC with milliseconds, as every answer and event of the API writes
 * a time. Stable as to_char is: declared otherwise, it could not be inlined.
 */
create or replace function iso_time(at timestamptz) returns text
language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
