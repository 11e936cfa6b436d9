/* Makes the tallies of a broadcast one for each state and reason. Those that somebody else gathers are left to them. */
create or replace function gather_tallies(organization text, broadcast text) returns void
language sql as $$
  with gone as (
    delete from broadcast_tallies
    where organization_id = organization and broadcast_id = broadcast and number = any (array(
      select number from broadcast_tallies
      where organization_id = organization and broadcast_id = broadcast
      order by number
      limit 1000
      for update skip locked
    ))
    returning status, reason, people, example
  )
  insert into broadcast_tallies (organization_id, broadcast_id, status, reason, people, example)
  select organization, broadcast, status, reason, sum(people), max(example::text)::uuid
  from gone group by status, reason
  having sum(people) <> 0
$$;
