-- A platform's restrictions of a channel: { scope, conversation_id, reason, until }, in channels.restrictions.

/*
 * Adds a restriction, in place of the one of its scope and conversation; those that are over are forgotten, and so are
 * those beyond 500. Notifies every daemon. Returns what holds now.
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
          where (one ->> 'until')::timestamptz > now() and (one ->> 'scope', one ->> 'conversation_id')
            is distinct from (restriction ->> 'scope', restriction ->> 'conversation_id')
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

/* Ends the restrictions of a scope before their time, and lets the messages go that they held. */
create or replace function lift_restrictions(organization text, channel text, of_scope text) returns void
language plpgsql as $$
declare
  reasons text[] := array(
    select one ->> 'reason' from channels as known
    cross join lateral jsonb_array_elements(known.restrictions) as one
    where known.organization_id = organization and known.id = channel and one ->> 'scope' = of_scope
  );
begin
  if cardinality(reasons) = 0 then
    return;
  end if;
  update channels as known set
    restrictions = coalesce((
      select jsonb_agg(one) from jsonb_array_elements(known.restrictions) as one where one ->> 'scope' <> of_scope
    ), '[]'),
    updated_at = now()
  where known.organization_id = organization and known.id = channel;
  perform pg_notify('waypost_channel_changed', channel);
  update lane_items as item set due_at = now(), held_reason = null
  where item.organization_id = organization and item.lane_id = channel and item.kind = 'channel'
    and item.state <> 'sending' and item.held_reason = any (reasons);
  perform wake_lane(organization, 'channel', channel);
end $$;
