/* ISO 8601 in UTC with milliseconds, as every answer and event of the API writes a time. */
create or replace function iso_time(at timestamptz) returns text
language sql immutable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
