/* A daemon that is gone holds no session: its row's end, however it came, frees them. */
create or replace function free_web_sessions() returns trigger
language plpgsql as $$
declare
  organizations text[];
  channels text[];
begin
  with freed as (
    update web_sessions set owner = null, lease_until = null where owner = old.id
    returning organization_id, channel_id
  )
  select array_agg(organization_id), array_agg(channel_id) into organizations, channels from freed;
  if channels is not null then
    perform doubt_web_channels(organizations, channels);
    perform tell_web_session('');
  end if;
  return null;
end $$;

create or replace trigger free_web_sessions after delete on daemons
for each row execute function free_web_sessions();
