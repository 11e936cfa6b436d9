-- A platform's restrictions of a channel: { scope, conversation_id, reason, until }, in channels.restrictions.

/*
 * Adds a restriction, in place of the one of its scope and conversation, and, of new contacts, its reason; those that are
 * over are forgotten, and so are those beyond 500. Notifies every daemon. Returns what holds now.
 */
create or replace function restrict_channel(organization text, channel text, restriction jsonb) returns jsonb
language plpgsql as $$
declare
  now_held jsonb;
begin
  update channels as known set
    restrictions = (
      select jsonb_agg(kept.one order by kept.one ->> 'until')
      from (
        select restriction as one
        union all
        (
          select one from jsonb_array_elements(known.restrictions) as one
          where (one ->> 'until')::timestamptz > now()
            and ((one ->> 'scope', one ->> 'conversation_id')
              is distinct from (restriction ->> 'scope', restriction ->> 'conversation_id')
              or one ->> 'scope' = 'new_contacts' and one ->> 'reason' is distinct from restriction ->> 'reason')
          order by one ->> 'until' desc limit 499
        )
      ) as kept
    ),
    updated_at = now()
  where known.organization_id = organization and known.id = channel and known.deleted_at is null
  returning known.restrictions into now_held;
  perform pg_notify('waypost_channel_changed', channel);
  return coalesce(now_held, '[]');
end $$;

/* Ends the restriction of new contacts for a reason before its time, and lets the messages go that it held. */
create or replace function lift_restriction(organization text, channel text, of_reason text) returns void
language plpgsql as $$
begin
  update channels as known set
    restrictions = coalesce((
      select jsonb_agg(one) from jsonb_array_elements(known.restrictions) as one
      where one ->> 'scope' <> 'new_contacts' or one ->> 'reason' is distinct from of_reason
    ), '[]'),
    updated_at = now()
  where known.organization_id = organization and known.id = channel
    and known.restrictions @> jsonb_build_array(jsonb_build_object('scope', 'new_contacts', 'reason', of_reason));
  if not found then
    return;
  end if;
  perform pg_notify('waypost_channel_changed', channel);
  update lane_items as item set due_at = now(), held_reason = null
  where item.organization_id = organization and item.lane_id = channel and item.kind = 'channel'
    and item.state <> 'sending' and item.held_reason = of_reason;
  perform wake_lane(organization, 'channel', channel);
end $$;

/*
 * Keeps what WhatsApp says of the chats that a paired number may begin; what it leaves out stays, and what it said before
 * (said_at) changes nothing. Only a limit that is used up holds messages back, until its cycle ends: for an hour where
 * WhatsApp names no end that is to come.
 */
create or replace function keep_new_chats(organization text, channel text, given jsonb) returns void
language plpgsql as $$
declare
  kept jsonb;
  ends timestamptz;
begin
  update channels as known set new_chats = coalesce(known.new_chats, '{}') || given, updated_at = now()
  where known.organization_id = organization and known.id = channel and known.deleted_at is null
    and coalesce(known.new_chats ->> 'said_at' <= given ->> 'said_at', true)
  returning known.new_chats into kept;
  if kept ->> 'status' = 'CAPPED' then
    ends := (kept ->> 'cycle_end')::timestamptz;
    perform restrict_channel(organization, channel, jsonb_build_object(
      'scope', 'new_contacts', 'conversation_id', null, 'reason', 'new_chats_used_up',
      'until', iso_time(case when ends > now() then ends else now() + interval '1 hour' end)
    ));
  elsif kept is not null then
    perform lift_restriction(organization, channel, 'new_chats_used_up');
  end if;
end $$;
