/*
 * Wakes the endpoints that the transaction had events for. It runs at the
 * commit, when the transaction locks nothing else any more, and takes them in
 * one order: two transactions never deadlock on endpoints, however many events
 * each wrote and in whichever order.
 */
create or replace function wake_endpoints() returns trigger
language plpgsql as $$
declare
  to_wake text := endpoints_to_wake();
begin
  perform set_config('waypost.endpoints_to_wake', '', true), set_config('waypost.wake_is_planned', '', true);
  perform wake_lane(split_part(endpoint.pair, ' ', 1), 'endpoint', split_part(endpoint.pair, ' ', 2))
  from (
    select distinct pair, split_part(pair, ' ', 2) as id from unnest(string_to_array(to_wake, ',')) as pair order by 2
  ) as endpoint;
  return null;
end $$;

do $$
begin
  -- a constraint trigger can't be replaced
  if not exists (select from pg_trigger where tgname = 'wake_endpoints_once' and tgrelid = 'lane_items'::regclass) then
    create constraint trigger wake_endpoints_once after insert on lane_items
    deferrable initially deferred for each row when (
      -- only the first delivery of a transaction calls it, since calls at the commit take time, too. A savepoint that
      -- is rolled back undoes the mark together with the call.
      new.kind = 'endpoint' and current_setting('waypost.wake_is_planned', true) is distinct from 'yes'
      and set_config('waypost.wake_is_planned', 'yes', true) = 'yes'
    )
    execute function wake_endpoints();
  end if;
end $$;
