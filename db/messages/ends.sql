-- The end of waiting messages: after it they are no longer sent, and fail as `expired`.

/* When a waiting message ends. If it has no end of its own, its due time must still be the one it was accepted with. */
create or replace function end_of(expires_at timestamptz, due_at timestamptz) returns timestamptz
language sql stable parallel safe as $$
  select coalesce(expires_at, due_at + usual_life())
$$;

/*
 * Ends messages that wait past their end, in whatever state their lanes are: at
 * most about twice `most` at once. A message whose call is out is left alone:
 * its result decides. Returns how many ended; none while another daemon does
 * this.
 */
create or replace function expire_messages(most integer) returns integer
language plpgsql as $$
declare
  lane record;
  total integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('waypost.message_ends')) then
    return 0;
  end if;
  for lane in
    with own_end as (
      select item.organization_id, item.lane_id, item.item_id, item.held from lane_items as item
      where item.expires_at <= now() and item.state <> 'sending'
      order by item.expires_at
      limit most
    ), usual_end as (
      select item.* from first_of_each_priority() as first
      cross join lateral (
        -- reads one index in order, up to the limit; a channel's files wait in a lane with the same id
        select waiting.organization_id, waiting.lane_id, waiting.item_id, waiting.held from lane_items as waiting
        where waiting.lane_id = first.lane_id and waiting.priority = first.priority
          and not holds_files(waiting.kind) and waiting.state <> 'sending'
          and waiting.due_at <= now() - usual_life() and waiting.expires_at is null
        order by waiting.due_at, waiting.position
        limit most
      ) as item
      where first.kind = 'channel' and first.due_at <= now() - usual_life()
      limit most
    )
    select organization_id, lane_id, array_agg(item_id) as ids, bool_or(held) as held_others
    from (select * from own_end union all select * from usual_end) as ended
    group by organization_id, lane_id
    order by lane_id
  loop
    perform lock_answered(array[lane.organization_id], lane.ids::uuid[]);
    total := total + expire_items(lane.organization_id, lane.ids);
    if lane.held_others then
      -- the messages they held back may go now
      perform wake_lane(lane.organization_id, 'channel', lane.lane_id);
    end if;
  end loop;
  return total;
end $$;

/*
 * Ends those of an organisation's waiting messages that are past their end, but for those that somebody changes. Returns
 * how many ended.
 */
create or replace function expire_items(organization text, ids text[]) returns integer
language plpgsql as $$
declare
  changes message_change[];
begin
  ids := array(
    select item.item_id from lane_items as item
    where item.organization_id = organization and item.item_id = any (ids) and item.kind = 'channel'
      and item.state <> 'sending' and end_of(item.expires_at, item.due_at) <= now()
    order by item.item_id
    for update skip locked
  );
  with gone as (
    delete from lane_items as item
    where item.organization_id = organization and item.item_id = any (ids)
    returning item.item_id, item.lane_id, item.held_reason, item.state = 'unknown' as doubtful,
      end_of(item.expires_at, item.due_at) as ended_at
  )
  select array_agg(status_change(organization, gone.item_id::uuid, 'failed', silent => true, error => case
    when gone.doubtful
      then outcome_unknown('unknown_at_its_end')
    else expired_error(gone.ended_at, coalesce(
      reason_of_hold(gone.held_reason), reason_for_waiting(organization, gone.lane_id)
    ))
  end))
  into changes from gone;
  perform advance_messages(coalesce(changes, array[]::message_change[]));
  return cardinality(ids);
end $$;

/* An error for good, as a message's record shows it. */
create or replace function final_error(code text, title text, detail text) returns text
language sql immutable as $$
  select json_build_object('code', code, 'title', title, 'detail', detail, 'provider_code', null, 'retryable', false)::text
$$;

/* The error of a message that WhatsApp may or may not have taken: by which of the words it says why. */
create or replace function outcome_unknown(detail_words text) returns text
language sql immutable as $$
  select final_error('outcome_unknown', words_of('outcome_unknown_title'), words_of(detail_words))
$$;

/* The error of a message that was not sent before its end. */
create or replace function expired_error(ended_at timestamptz, reason text) returns text
language sql stable as $$
  select final_error('expired', words_of('expired_title'), format(words_of('expired'), iso_time(ended_at), reason))
$$;

/* Why a message was held back, in words; null where there are none. */
create or replace function reason_of_hold(held_reason text) returns text
language sql immutable parallel safe as $$
  select case held_reason
    when 'messaging_limit' then words_of('held_by_messaging_limit')
    when 'marketing_limit' then words_of('held_by_marketing_limit')
  end
$$;

/* Why the messages of a channel wait, as far as the channel shows it, in words that say what to do. */
create or replace function reason_for_waiting(organization text, channel text) returns text
language sql stable as $$
  select coalesce((
    select case
      when known.deleted_at is not null then words_of('channel_deleted')
      when (known.settings ->> 'paused')::boolean then words_of('channel_paused')
      when known.status <> 'connected' and known.status_reason is null
        then format(words_of('channel_status'), known.status)
      when known.status <> 'connected'
        then format(words_of('channel_status_reason'), known.status, known.status_reason)
      else words_of('not_in_time')
    end
    from channels as known where known.organization_id = organization and known.id = channel
  ), words_of('channel_gone'))
$$;
