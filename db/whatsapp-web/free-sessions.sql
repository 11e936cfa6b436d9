/* A daemon that has no row holds no session: frees the sessions of those, but for what another transaction holds. */
create or replace function free_abandoned_sessions() returns void
language plpgsql as $$
declare
  organizations text[];
  channels text[];
begin
  with abandoned as (
    select organization_id, channel_id from web_sessions as held
    where held.owner is not null and not exists (select from daemons where id = held.owner)
    order by organization_id, channel_id
    for update skip locked
  ), freed as (
    update web_sessions as session set owner = null, lease_until = null
    from abandoned
    where session.organization_id = abandoned.organization_id and session.channel_id = abandoned.channel_id
    returning session.organization_id, session.channel_id
  )
  select array_agg(organization_id), array_agg(channel_id) into organizations, channels from freed;
  if channels is not null then
    perform doubt_web_channels(organizations, channels);
    perform tell_web_session('');
  end if;
end $$;
