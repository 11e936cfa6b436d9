/*
 * Writes what sessions must not lose, for any number of sessions at once:
 * credentials, keys, and keys that are gone. Nothing is written for a session
 * whose fencing number is not the current one; such sessions are returned, as
 * their daemon has lost them. The row of each session is locked until the
 * commit, so that nobody takes it over in between.
 *
 * sessions: [{ organization_id, channel_id, fence }], logins: [{ organization_id, channel_id, credentials, paired }],
 * written: [{ organization_id, channel_id, category, id, value }], removed: the
 * same without a value. Null where there are none, but for sessions. Bytes are base64.
 */
create or replace function write_web_keys(daemon text, sessions json, logins json, written json, removed json)
returns table (lost text) language plpgsql
-- everything is looked up by key: a plan made for each write would be no better, and takes longer than the write
set plan_cache_mode = force_generic_plan
as $$
declare
  held text[];
begin
  select array_agg(locked.channel_id) into held from (
    select organization_id, channel_id, fence
    from json_to_recordset(sessions) as one (organization_id text, channel_id text, fence bigint)
    order by organization_id, channel_id
  ) as given
  cross join lateral (
    select session.channel_id from web_sessions as session
    where session.organization_id = given.organization_id and session.channel_id = given.channel_id
      and session.fence = given.fence and session.owner = daemon
    limit 1
    -- as strong as an update of it, which may follow: two shares that both want more would wait for each other
    for no key update
  ) as locked;

  if logins is not null then
    update web_sessions as session
    set credentials = decode(given.credentials, 'base64'), paired = given.paired
    from json_to_recordset(logins) as given (organization_id text, channel_id text, credentials text, paired boolean)
    where given.channel_id = any (held)
      and session.organization_id = given.organization_id and session.channel_id = given.channel_id;
  end if;

  if removed is not null then
    delete from web_session_keys where ctid = any (array(
      select found.ctid
      from json_to_recordset(removed) as given (organization_id text, channel_id text, category text, id text)
      cross join lateral (
        select key.ctid from web_session_keys as key
        where key.organization_id = given.organization_id and key.channel_id = given.channel_id
          and key.category = given.category and key.id = given.id
        limit 1
      ) as found
      where given.channel_id = any (held)
    ));
  end if;

  if written is not null then
    insert into web_session_keys (organization_id, channel_id, category, id, value)
    select given.organization_id, given.channel_id, given.category, given.id, decode(given.value, 'base64')
    from json_to_recordset(written) as given (organization_id text, channel_id text, category text, id text, value text)
    where given.channel_id = any (held)
    on conflict (organization_id, channel_id, category, id) do update set value = excluded.value;
  end if;

  if held is null or cardinality(held) < json_array_length(sessions) then
    return query
      select given.channel_id from json_to_recordset(sessions) as given (channel_id text)
      where not (given.channel_id = any (coalesce(held, array[]::text[])));
  end if;
end $$;

/* Fails unless a daemon holds a session under a fencing number; it then does until the end of the transaction. */
create or replace function require_web_session(organization text, channel text, daemon text, number bigint)
returns void language plpgsql as $$
begin
  perform from web_sessions
  where organization_id = organization and channel_id = channel and owner = daemon and fence = number
  for no key update;
  if not found then
    -- a code of its own, by which the daemon knows it
    raise exception 'session % is not held by daemon % under %', channel, daemon, number using errcode = 'P0W01';
  end if;
end $$;
