-- How much each organisation's stored files take, kept as they change.

/* No file is stored when its row is inserted, so that what comes in counts nothing. */
create or replace function count_changed_media() returns trigger language plpgsql as $$
begin
  insert into media_usage as kept (organization_id, bytes)
  select organization_id, sum(change) from (
    select organization_id, size as change from after_change where status = 'stored'
    union all
    select organization_id, -size from before_change where status = 'stored'
  ) as changed
  group by organization_id having sum(change) <> 0
  order by organization_id
  on conflict (organization_id) do update set bytes = kept.bytes + excluded.bytes;
  return null;
end $$;
create or replace trigger media_changed after update on media
  referencing old table as before_change new table as after_change
  for each statement execute function count_changed_media();

create or replace function count_deleted_media() returns trigger language plpgsql as $$
begin
  update media_usage as kept set bytes = kept.bytes - gone.bytes
  from (
    select organization_id, coalesce(sum(size), 0) as bytes from before_change where status = 'stored'
    group by organization_id
  ) as gone
  where kept.organization_id = gone.organization_id;
  return null;
end $$;
create or replace trigger media_deleted after delete on media
  referencing old table as before_change
  for each statement execute function count_deleted_media();
