/*
 * Whether the database has room for a megabyte more: a table is made, filled
 * and undone. The error of a disk that is full is false; any other is thrown.
 */
create or replace function has_room() returns boolean
language plpgsql as $$
begin
  create table room_probe as select repeat('x', 1900) as filler from generate_series(1, 600);
  raise sqlstate 'P0R01';
exception
  when sqlstate 'P0R01' then
    return true;
  when disk_full or out_of_memory or io_error then
    return false;
end $$;
