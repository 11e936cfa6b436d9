/* How many people of a broadcast are in each state, and how many replied or opted out afterwards. */
create or replace function broadcast_counts(organization text, broadcast text) returns json
language sql stable as $$
  select json_build_object(
    'audience', coalesce(sum(people) filter (where status not in ('replied', 'opted_out')), 0),
    'skipped', coalesce(sum(people) filter (where status = 'skipped'), 0),
    'waiting', coalesce(sum(people) filter (where status = 'waiting'), 0),
    'accepted', coalesce(sum(people) filter (where status = 'accepted'), 0),
    'sent', coalesce(sum(people) filter (where status = 'sent'), 0),
    'delivered', coalesce(sum(people) filter (where status = 'delivered'), 0),
    'read', coalesce(sum(people) filter (where status = 'read'), 0),
    'failed', coalesce(sum(people) filter (where status = 'failed'), 0),
    'cancelled', coalesce(sum(people) filter (where status = 'cancelled'), 0),
    'replied', coalesce(sum(people) filter (where status = 'replied'), 0),
    'opted_out', coalesce(sum(people) filter (where status = 'opted_out'), 0)
  )
  from broadcast_tallies
  where organization_id = organization and broadcast_id = broadcast
$$;
