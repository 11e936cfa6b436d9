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

/* A new id such as evt_01J…: 64 random bits follow the time, in the hexadecimal part of the ULID alphabet. */
create or replace function prefixed_id(prefix text, at timestamptz default clock_timestamp()) returns text
language sql volatile parallel safe as $$
  select prefix || '_' || ulid_time(at) || upper(substr(random, 1, 12) || substr(random, 21, 4))
  from (select replace(gen_random_uuid()::text, '-', '') as random) as made
$$;

/* The smallest UUIDv7 of a moment: a bound between partitions. */
create or replace function uuid_bound(at timestamptz) returns uuid
language sql immutable parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
