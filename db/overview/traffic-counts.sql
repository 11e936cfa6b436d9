/*
 * A value of an event's body, as events/bodies.sql writes it: its text after the first field of this name. Within a
 * text quotes are escaped, so that nothing that somebody wrote is taken for a field. Half as much work as reading all
 * of the JSON, and done for each event.
 */
create or replace function text_in_body(body text, field text) returns text
language sql immutable parallel safe as $$
  select split_part(split_part(body, '"' || field || '" : "', 2), '"', 1)
$$;

/* What an event counts as: nothing, one thing, or a failure and its reason. */
create or replace function traffic_kinds(type text, body text) returns text[]
language sql immutable parallel safe as $$
  select case
    -- the phone or the platform ended the login, or the account was refused: not what was asked for here
    when type = 'channel.status_changed' then case
      when text_in_body(body, 'status') in ('logged_out', 'restricted')
        and text_in_body(body, 'reason') not like 'logged %' then array['login_lost'] end
    when type = 'message.sent' then array['sent']
    when type = 'message.new' then case when text_in_body(body, 'direction') = 'inbound' then array['received'] end
    when type = 'message.status_update' then case text_in_body(body, 'status')
      when 'queued' then array['accepted']
      when 'scheduled' then array['accepted']
      when 'delivered' then array['delivered']
      when 'read' then array['read']
      -- what was written out as a code may be NUL or half of a surrogate pair, at which reading the JSON would fail
      when 'failed' then array['failed', 'failed ' || coalesce(
        case when strpos(body, '\u') = 0 then body::json -> 'error' ->> 'code' end, 'unknown'
      )]
    end
  end
$$;

/*
 * Counts what organisations' logs have that was not counted yet, at most so many events of each, and returns how many
 * it read. Each event is counted once: how far a log is counted changes in the same transaction. An organisation that
 * another daemon counts at the moment is left out. `horizons` is the position below which each log is final, by the
 * organisation; it has to be read before, in a statement of its own (events/positions.sql).
 */
create or replace function count_traffic(horizons jsonb, most integer) returns bigint
language sql volatile as $$
  with place as materialized (
    select organization_id, position, event_id, (horizons ->> organization_id)::bigint as horizon
    from traffic_places where horizons ? organization_id
    order by organization_id
    for update skip locked
  ), event as materialized (
    select event.* from place cross join lateral (
      select organization_id, id, position, type, channel_id, created_at, test, body from events as logged
      where logged.organization_id = place.organization_id
        and (logged.position, logged.id) > (place.position, place.event_id) and logged.position < place.horizon
      order by logged.position, logged.id limit most
    ) as event
  ), fact as materialized (
    select event.organization_id, event.created_at, coalesce(event.channel_id, '') as channel_id, said.kind,
      -- a message waits from when it was accepted, or scheduled for
      case when said.kind = 'sent' then greatest(0, (extract(epoch from event.created_at) * 1000)::bigint - (
        select (extract(epoch from greatest(message.created_at, message.scheduled_at)) * 1000)::bigint
        from messages as message
        where message.organization_id = event.organization_id and message.id = text_in_body(event.body, 'message_id')::uuid
      )) end as waited_ms
    from event
    cross join lateral unnest(traffic_kinds(event.type, event.body)) as said (kind)
    where not event.test
  ), minute as materialized (
    select organization_id, channel_id, kind, date_trunc('minute', created_at) as at, count(*) as count,
      coalesce(sum(waited_ms), 0) as waited_ms, coalesce(max(waited_ms), 0) as longest_ms
    from fact group by 1, 2, 3, 4
  ), counted as (
    insert into traffic_counts as known (organization_id, step, at, channel_id, kind, count, waited_ms, longest_ms)
    select minute.organization_id, step, date_bin(make_interval(secs => step), minute.at, 'epoch'), whose.channel_id,
      minute.kind, sum(minute.count), sum(minute.waited_ms), max(minute.longest_ms)
    from minute
    cross join unnest(array[60, 900, 21600]) as step
    -- what is of no channel counts among all of them once
    cross join lateral (select minute.channel_id union select '') as whose (channel_id)
    group by 1, 2, 3, 4, 5
    on conflict (organization_id, step, at, channel_id, kind) do update set
      count = known.count + excluded.count,
      waited_ms = known.waited_ms + excluded.waited_ms,
      longest_ms = greatest(known.longest_ms, excluded.longest_ms)
  ), moved as (
    update traffic_places as place set position = newest.position, event_id = newest.id
    from (
      select distinct on (organization_id) organization_id, position, id from event
      order by organization_id, position desc, id desc
    ) as newest
    where place.organization_id = newest.organization_id
  )
  select count(*) from event
$$;
