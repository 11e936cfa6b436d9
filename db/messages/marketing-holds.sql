-- WhatsApp delivers only so much marketing to each person, from all businesses together. A person at that limit is left
-- alone.

/*
 * Whether content that a channel sends is marketing: a template that its account has in that category and language.
 * A person at the limit still gets everything else.
 */
create or replace function is_marketing(organization text, channel text, type text, content text) returns boolean
language sql stable as $$
  select type = 'template' and exists (
    select from channels as sender
    join templates as known on known.organization_id = organization and known.waba_id = sender.waba_id
      and known.name = content::json -> 'template' ->> 'name'
      and known.language = content::json -> 'template' -> 'language' ->> 'code'
    where sender.organization_id = organization and sender.id = channel and upper(known.category) = 'MARKETING'
  )
$$;

/* Until when a channel's portfolio sends a person no marketing; null when it may. Who wrote within a day gets it all the same. */
create or replace function marketing_held_until(organization text, channel text, contact text) returns timestamptz
language sql stable as $$
  select held.until from marketing_holds as held
  where held.portfolio_id = portfolio_of(organization, channel) and held.organization_id = organization
    and held.contact_id = contact and held.until > now() and not exists (
      select from conversations as conversation
      where conversation.organization_id = organization and conversation.channel_id = channel
        and conversation.contact_id = contact and conversation.last_inbound_at > now() - service_window()
    )
$$;

/* Leaves alone for a day those to whom messages failed because WhatsApp delivers them no more marketing for now. */
create or replace function note_marketing_refusals(organization text, channel text, message_ids uuid[]) returns void
language sql as $$
  insert into marketing_holds as held (portfolio_id, organization_id, contact_id, until)
  select portfolio_of(organization, channel), organization, refused.contact_id, max(refused.at) + interval '24 hours'
  from (
    select message.contact_id, (message.status_history -> -1 ->> 'at')::timestamptz as at from messages as message
    where message.organization_id = organization and message.id = any (message_ids) and message.status = 'failed'
      and message.contact_id is not null and message.error::json ->> 'code' = 'not_delivered_ecosystem'
  ) as refused
  group by refused.contact_id
  having max(refused.at) > now() - interval '24 hours'
  order by refused.contact_id
  on conflict (portfolio_id, organization_id, contact_id) do update set until = greatest(held.until, excluded.until)
$$;

/*
 * Holds back those of a channel's messages that are marketing for somebody who
 * gets none for now; their other messages continue. Returns the ids of
 * the others.
 */
create or replace function hold_marketing(organization text, channel text, message_ids uuid[]) returns uuid[]
language plpgsql as $$
declare
  held record;
  left_alone uuid[] := '{}';
begin
  -- mostly nobody is left alone
  if not exists (select from marketing_holds) then
    return message_ids;
  end if;
  for held in
    select message.id, alone.until
    from unnest(message_ids) as one (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.id, known.contact_id, known.type, known.content from messages as known
      where known.organization_id = organization and known.id = one.id
      limit 1
    ) as message
    cross join lateral (select marketing_held_until(organization, channel, message.contact_id) as until) as alone
    where message.type = 'template' and alone.until is not null
      and is_marketing(organization, channel, message.type, message.content)
    order by message.id
  loop
    -- in nobody's way: later messages of the conversation continue
    update lane_items as item set held = false, held_reason = 'marketing_limit', due_at = held.until
    where item.organization_id = organization and item.item_id = held.id::text and item.state <> 'sending';
    left_alone := left_alone || held.id;
  end loop;
  return array(select id from unnest(message_ids) as id where id <> all (left_alone));
end $$;

/* Lets marketing go that waited in some conversations: whose people wrote gets it. */
create or replace function release_marketing(organization text, channel text, conversations text[]) returns void
language plpgsql as $$
begin
  -- in one order, as when it is held back
  perform from lane_items as item
  where item.order_key = any (conversations) and item.held_reason = 'marketing_limit'
    and item.organization_id = organization and item.state <> 'sending'
  order by item.item_id for update;
  update lane_items as item set due_at = now(), held_reason = null
  where item.order_key = any (conversations) and item.held_reason = 'marketing_limit'
    and item.organization_id = organization and item.state <> 'sending';
  if found then
    perform wake_lane(organization, 'channel', channel);
  end if;
end $$;
