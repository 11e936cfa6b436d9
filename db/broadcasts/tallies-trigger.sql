-- How many people of a broadcast are in each state, kept as they change: each statement that changes people writes by
-- how many, and the sum is what is.

create or replace function tally_added_people() returns trigger
language plpgsql as $$
begin
  insert into broadcast_tallies (organization_id, broadcast_id, status, reason, people, example)
  select organization_id, broadcast_id, status, reason, count(*), max(message_id::text)::uuid
  from added group by organization_id, broadcast_id, status, reason;
  return null;
end $$;

create or replace function tally_changed_people() returns trigger
language plpgsql as $$
declare
  full_broadcast record;
begin
  for full_broadcast in
    with written as (
      insert into broadcast_tallies (organization_id, broadcast_id, status, reason, people, example)
      select organization_id, broadcast_id, status, reason, sum(people), max(message_id::text)::uuid
      from (
        select organization_id, broadcast_id, status, reason, 1 as people, message_id from changed_to
        union all
        select organization_id, broadcast_id, status, reason, -1, null from changed_from
        union all
        select organization_id, broadcast_id, 'replied', null, 1, null from changed_to where replied_at is not null
        union all
        select organization_id, broadcast_id, 'replied', null, -1, null from changed_from where replied_at is not null
        union all
        select organization_id, broadcast_id, 'opted_out', null, 1, null from changed_to where opted_out_at is not null
        union all
        select organization_id, broadcast_id, 'opted_out', null, -1, null
        from changed_from where opted_out_at is not null
      ) as change
      group by organization_id, broadcast_id, status, reason
      having sum(people) <> 0
      returning organization_id, broadcast_id, number
    )
    -- so often that few are left to add up, and seldom enough to cost little
    select distinct organization_id, broadcast_id from written where number % 53 = 0
  loop
    perform gather_tallies(full_broadcast.organization_id, full_broadcast.broadcast_id);
  end loop;
  return null;
end $$;

create or replace trigger tally_added after insert on broadcast_people
referencing new table as added for each statement execute function tally_added_people();
create or replace trigger tally_changed after update on broadcast_people
referencing old table as changed_from new table as changed_to for each statement execute function tally_changed_people();
