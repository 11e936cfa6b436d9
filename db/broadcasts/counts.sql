/* How many people of a broadcast are in each state, and how many replied or opted out afterwards. */
create or replace function broadcast_counts(organization text, broadcast text) returns json
language sql stable as $$
  select json_build_object(
    'audience', coalesce(sum(people), 0),
    'skipped', coalesce(sum(people) filter (where status = 'skipped'), 0),
    'waiting', coalesce(sum(people) filter (where status = 'waiting'), 0),
    'accepted', coalesce(sum(people) filter (where status = 'accepted'), 0),
    'sent', coalesce(sum(people) filter (where status = 'sent'), 0),
    'delivered', coalesce(sum(people) filter (where status = 'delivered'), 0),
    'read', coalesce(sum(people) filter (where status = 'read'), 0),
    'failed', coalesce(sum(people) filter (where status = 'failed'), 0),
    'cancelled', coalesce(sum(people) filter (where status = 'cancelled'), 0),
    'replied', (
      select count(*) from broadcast_people as person
      where person.organization_id = organization and person.broadcast_id = broadcast and person.replied_at is not null
    ),
    'opted_out', (
      select count(*) from broadcast_people as person
      where person.organization_id = organization and person.broadcast_id = broadcast
        and person.opted_out_at is not null
    )
  )
  from (
    select person.status, count(*) as people from broadcast_people as person
    where person.organization_id = organization and person.broadcast_id = broadcast
    group by person.status
  ) as counted
$$;
