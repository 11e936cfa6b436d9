-- Whether numbers have an account, asked ahead of any message. WhatsApp bans numbers that ask about many, so it is
-- asked slowly, one after another, and a channel has a budget for a day.

/*
 * What a channel knows of a number (digits): `there`, `absent` (asked within the hour), `absent_before` (asked earlier:
 * they may have joined), or null where it was not asked, or too long ago. Who wrote is there.
 */
create or replace function account_of(organization text, channel text, number text) returns text
language sql stable as $$
  select coalesce((
    select case
      when known.jid is not null and known.asked_at > now() - interval '720 hours' then 'there'
      when known.jid is null and known.asked_at > now() - interval '1 hour' then 'absent'
      when known.jid is null and known.asked_at > now() - interval '168 hours' then 'absent_before'
    end
    from web_recipients as known
    where known.organization_id = organization and known.channel_id = channel and known.phone = number
  ), (
    select 'there' from conversations as known
    where known.organization_id = organization and known.channel_id = channel and known.last_inbound_at is not null
      and known.contact_id = contact_of(organization, 'phone', number)
    limit 1
  ))
$$;

/* Has a channel ask about numbers of which it knows nothing sure, while at most so many wait. */
create or replace function want_web_checks(organization text, channel text, phones text[], most integer) returns void
language sql as $$
  insert into web_checks (organization_id, channel_id, phone)
  select organization, channel, wanted.phone
  from (select distinct given.phone from unnest(phones) as given (phone)) as wanted
  where coalesce(account_of(organization, channel, wanted.phone), '') not in ('there', 'absent')
  limit greatest(0, most - (
    select count(*) from web_checks as waiting
    where waiting.organization_id = organization and waiting.channel_id = channel
  )::integer)
  on conflict do nothing
$$;

/*
 * The next number for each of these channels, whose sessions a daemon holds, and counts it. None for a channel whose
 * last question is not `gap` ago, which is restricted, or which has used up what it may ask in 24 hours: its setting, or
 * else `usual`. What any daemon asked counts: they share one budget.
 */
create or replace function take_web_checks(daemon text, channels text[], gap interval, usual integer)
returns setof web_checks language plpgsql as $$
begin
  return query
    with due as (
      select waiting.* from unnest(channels) as connected (id)
      cross join lateral (
        select * from web_checks as known where known.channel_id = connected.id
        order by known.wanted_at
        limit 1
        for update skip locked
      ) as waiting
      join web_sessions as session on session.organization_id = waiting.organization_id
        and session.channel_id = waiting.channel_id and session.owner = daemon and session.lease_until > now()
      cross join lateral (
        select * from channels as known
        where known.organization_id = waiting.organization_id and known.id = waiting.channel_id
      ) as channel
      cross join lateral (
        select count(*) as used, max(known.checked_at) as last_at from web_recipients as known
        where known.channel_id = waiting.channel_id and known.checked_at > now() - interval '24 hours'
      ) as asked
      where channel.status = 'connected'
        and coalesce(asked.last_at, '-infinity') <= now() - gap
        and asked.used < coalesce((channel.settings ->> 'number_checks_per_day')::integer, usual)
    ), counted as (
      insert into web_recipients as recipient (organization_id, channel_id, phone, checked_at)
      select due.organization_id, due.channel_id, due.phone, now() from due
      on conflict (organization_id, channel_id, phone) do update set checked_at = excluded.checked_at
    )
    delete from web_checks as done using due
    where done.organization_id = due.organization_id and done.channel_id = due.channel_id and done.phone = due.phone
    returning done.*;
end $$;
