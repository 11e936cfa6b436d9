-- Time-ordered ids made in the database, for rows that set-based functions write.

/* The first ten characters of a ULID (Crockford base32 of the milliseconds since 1970). */
create or replace function ulid_time(at timestamptz) returns text
language plpgsql immutable parallel safe as $$
declare
  rest bigint := floor(extract(epoch from at) * 1000);
  digits text := '';
begin
  for digit in 1..10 loop
    digits := substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (rest % 32)::integer + 1, 1) || digits;
    rest := rest / 32;
  end loop;
  return digits;
end $$;

/* A number of `id_order` as it stands in ids. */
create or replace function id_number(number bigint) returns text
language sql immutable parallel safe as $$
  select upper(lpad(to_hex(number), 8, '0'))
$$;

/*
 * What follows the time in an id: a running number that orders what is made
 * within one millisecond, and 32 random bits (both as hexadecimal digits, which
 * are all in the ULID alphabet).
 */
create or replace function id_tail() returns text
language sql volatile as $$
  select id_number(nextval('id_order')) || upper(substr(gen_random_uuid()::text, 1, 8))
$$;

/* A new id such as evt_01J…. */
create or replace function prefixed_id(prefix text, at timestamptz default clock_timestamp()) returns text
language sql volatile as $$
  select prefix || '_' || ulid_time(at) || id_tail()
$$;

/* The smallest UUIDv7 of a moment: a bound between partitions. */
create or replace function uuid_bound(at timestamptz) returns uuid
language sql immutable parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
