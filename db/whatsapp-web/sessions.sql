/* Channels whose gateway is gone are not connected, whatever they showed last. */
create or replace function doubt_web_channels(organizations text[], channels text[]) returns void
language sql as $$
  with doubted as (
    update channels as channel
    set status = 'connecting', status_reason = words_of('waiting_for_gateway'), updated_at = now()
    from unnest(organizations, channels) as gone (organization_id, id)
    where channel.organization_id = gone.organization_id and channel.id = gone.id
      and channel.status in ('connected', 'degraded', 'pairing')
    returning channel.id
  )
  select pg_notify('waypost_channel_changed', id) from doubted
$$;

/*
 * Takes sessions that want a gateway and have none, the longest waiting first,
 * each with a new fencing number, but none of channels that this daemon leaves alone. A holder that was silent for the length of
 * its lease has lost it.
 */
create or replace function claim_web_sessions(daemon text, lease interval, most integer)
returns setof web_sessions language plpgsql as $$
declare
  taken web_sessions[];
begin
  with claimed as (
    update web_sessions as session
    set owner = daemon, fence = session.fence + 1, lease_until = now() + lease
    from (
      select organization_id, channel_id from web_sessions
      where wanted <> 'off' and next_attempt_at <= now() and (owner is null or lease_until < now())
        and not is_left_alone(organization_id, channel_id)
      order by next_attempt_at
      limit most
      for update skip locked
    ) as due
    where session.organization_id = due.organization_id and session.channel_id = due.channel_id
    returning session.*
  )
  select array_agg(claimed::web_sessions) into taken from claimed;
  -- also those that others will take
  perform doubt_web_channels(array_agg(one.organization_id), array_agg(one.channel_id))
  from (
    select organization_id, channel_id from unnest(taken) as claimed
    union all
    select organization_id, channel_id from web_sessions where owner is not null and lease_until < now()
  ) as one;
  return query select * from unnest(taken);
end $$;

/*
 * Renews every lease of a daemon. A renewal that a crash of Postgres undoes
 * only ends the lease sooner, which its holder allows for: not waited for on disk.
 */
create or replace function renew_web_sessions(daemon text, lease interval)
returns setof web_sessions language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    update web_sessions as session set lease_until = now() + lease
    from (
      -- in the order in which keys are written: neither waits for the other in a circle
      select organization_id, channel_id from web_sessions where owner = daemon
      order by organization_id, channel_id
      for update
    ) as held
    where session.organization_id = held.organization_id and session.channel_id = held.channel_id
    returning session.*;
end $$;

/* A channel's settings; nothing where it was deleted. */
create or replace function channel_settings(organization text, channel text) returns jsonb
language sql stable as $$
  select coalesce((
    select known.settings from channels as known where known.organization_id = organization and known.id = channel
  ), '{}')
$$;

/* The number of a channel; nothing where it was deleted. */
create or replace function channel_number(organization text, channel text) returns text
language sql stable as $$
  select known.phone_number from channels as known where known.organization_id = organization and known.id = channel
$$;

/* Emits that the login of a paired number is gone, unless its channel's status already says so. */
create or replace function tell_web_login_gone(organization text, channel text) returns void
language plpgsql as $$
declare
  gone channels;
begin
  select * into gone from channels as known where known.organization_id = organization and known.id = channel;
  if found and not is_logged_out(gone) then
    perform emit_events(array[channel_logged_out_event(gone)]);
  end if;
end $$;

/* Notifies the gateways that a session changed: its wanted state, its shown one, or that nobody holds it. */
create or replace function tell_web_session(channel text) returns void
language sql as $$ select pg_notify('waypost_web_session', channel) $$;

/*
 * Whether a lane may be drained by a daemon: that of a paired number only where
 * its session is held, and none of a channel that this daemon leaves alone. Its
 * files can be fetched without a session, but only the daemon
 * that holds the session can request one from the phone again.
 */
create or replace function may_drain(organization text, lane_kind text, lane text, daemon text) returns boolean
language plpgsql as $$
declare
  holder record;
begin
  if lane_kind in ('channel', 'media') and is_left_alone(organization, lane) then
    return false;
  end if;
  if lane_kind not in ('channel', 'media') then
    return true;
  end if;
  select owner, lease_until > now() as held into holder from web_sessions
  where organization_id = organization and channel_id = lane;
  if not found or (holder.owner = daemon and holder.held) then
    return true;
  end if;
  -- its gateway looks at the lane itself; without one, the next holder of the session does
  if holder.held then
    perform tell_gateway(holder.owner, organization, lane_kind, lane);
  end if;
  return lane_kind = 'media' and holder.held is not true;
end $$;

/*
 * Asks a session's gateway about numbers without a fresh answer. False, and
 * no lookup is made, when a channel would look up more than so many in a minute:
 * WhatsApp bans numbers that look up many others.
 */
create or replace function ask_lookups(
  organization text, channel text, phones text[], fresh interval, per_minute integer
) returns boolean language plpgsql as $$
declare
  missing text[];
begin
  -- one request at a time counts, so that many at once can't ask for more than one may
  perform pg_advisory_xact_lock(hashtext('waypost.lookup.' || channel));
  select array_agg(distinct given.phone) into missing from unnest(phones) as given (phone)
  where not exists (
    select from web_lookups as lookup
    where lookup.organization_id = organization and lookup.channel_id = channel and lookup.phone = given.phone
      and lookup.asked_at > now() - case
        when lookup.answered_at is null then interval '1 minute'
        -- a number without an account may get one
        when lookup.answer::json ->> 'exists' = 'false' then interval '10 minutes'
        else fresh
      end
  );
  if missing is null then
    return true;
  end if;
  if cardinality(missing) + (
    select count(*) from web_lookups as lookup
    where lookup.organization_id = organization and lookup.channel_id = channel
      and lookup.asked_at > now() - interval '1 minute'
  ) > per_minute then
    return false;
  end if;
  insert into web_lookups (organization_id, channel_id, phone)
  select organization, channel, phone from unnest(missing) as phone order by phone
  on conflict (organization_id, channel_id, phone) do update
  set asked_at = now(), answer = null, answered_at = null;
  perform tell_web_session(channel);
  return true;
end $$;
