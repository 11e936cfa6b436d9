-- What becomes of conversations when their contacts become one, or are deleted.

/*
 * Locks the conversations of contacts that go away, so that nothing comes into them meanwhile, and those of the ones
 * that they become part of. Returns the first ones' ids. Everybody locks in this order: portfolios,
 * contacts, conversations (by channel), lane items, messages, people of broadcasts.
 */
create or replace function lock_conversations(organization text, gone text[], kept text[] default '{}') returns text[]
language plpgsql as $$
declare
  one record;
  locked text[] := '{}';
begin
  for one in
    select id, contact_id from conversations
    where organization_id = organization and contact_id = any (gone || kept) order by channel_id, id
  loop
    if one.contact_id = any (gone) then
      perform from conversations where organization_id = organization and id = one.id for update;
      locked := locked || one.id;
    else
      -- accepting goes on in these
      perform from conversations where organization_id = organization and id = one.id for no key update;
    end if;
  end loop;
  return locked;
end $$;

/* Locks the messages of locked conversations, and what waits of them in lanes: in the order of finish_sends. */
create or replace function lock_messages(organization text, conversations text[]) returns void
language plpgsql as $$
begin
  perform from lane_items as item
  where item.organization_id = organization and item.item_id = any (array(
    -- each by the index that has it
    select known.item_id from lane_items as known
    where known.order_key = any (conversations) and known.priority < low_priority() and known.organization_id = organization
    union all
    select known.item_id from lane_items as known
    where known.order_key = any (conversations) and known.priority = low_priority() and known.organization_id = organization
  ))
  order by item.item_id
  for update;
  perform from messages as message
  where message.organization_id = organization and message.conversation_id = any (conversations)
  order by message.id
  for no key update;
end $$;

/*
 * Gives one contact's conversations, which are locked, to another; two on one channel become one. From then on the id
 * of the one that is gone leads to the other, and conversation.merged says so.
 */
create or replace function merge_conversations(organization text, kept text, gone text) returns void
language plpgsql as $$
declare
  pair record;
begin
  for pair in
    select old.id as old_id, old.channel_id, mine.id as kept_id
    from conversations as old
    left join conversations as mine on mine.organization_id = organization and mine.channel_id = old.channel_id
      and mine.contact_id = kept
    where old.organization_id = organization and old.contact_id = gone
    order by old.channel_id, old.id
  loop
    update messages set contact_id = kept, conversation_id = coalesce(pair.kept_id, conversation_id)
    where conversation_id = pair.old_id and organization_id = organization;
    if pair.kept_id is null then
      update conversations set contact_id = kept, updated_at = now(), changed_at = now()
      where organization_id = organization and id = pair.old_id;
      continue;
    end if;
    perform move_waiting(organization, pair.channel_id, pair.old_id, pair.kept_id);
    perform merge_beside_conversation(organization, pair.channel_id, pair.old_id, pair.kept_id);
    perform merge_reads(organization, pair.old_id, pair.kept_id);

    update conversation_aliases set conversation_id = pair.kept_id
    where organization_id = organization and conversation_id = pair.old_id;
    insert into conversation_aliases (organization_id, id, conversation_id)
    values (organization, pair.old_id, pair.kept_id);
    perform emit_events(array[
      conversation_merged_event(organization, pair.channel_id, pair.old_id, pair.kept_id, kept)
    ]);
  end loop;
end $$;

/*
 * Has what waits in one conversation wait in another, in the order in which it was accepted. The daemon that drains the
 * lane may have read it under the old order key, and learns of the move only later. It still goes once, and in order:
 *
 * - start_sends begins a message only under the order key that it was read with, and compares it once the row is
 *   locked. So either it was begun before the move, which then finds it `sending`, or it is refused.
 * - What is `sending` is held: nothing behind it is read before its result is written. The daemon itself would only
 *   keep back what it knows under the old order key.
 * - What was refused is read under its new order key, since the lane is woken, and then only together with all that was
 *   moved. Memory may then have a message under both keys, of which start_sends takes one.
 * - What the daemon had read of the other conversation before may go first: it was accepted in another conversation
 *   than what is moved. What is accepted later is read after all that was moved, or compared with it where it was handed
 *   over unread (without_those_behind).
 */
create or replace function move_waiting(organization text, channel text, old text, kept text) returns void
language plpgsql as $$
begin
  update lane_items as item set order_key = kept,
    held = item.held or item.state = 'sending'
  where item.organization_id = organization and item.kind = 'channel' and item.item_id = any (array(
    select known.item_id from lane_items as known where known.order_key = old and known.priority < low_priority()
    union all
    select known.item_id from lane_items as known where known.order_key = old and known.priority = low_priority()
  ));
  if found then
    perform wake_lane(organization, 'channel', channel);
  end if;
end $$;

/* Gives what else names a conversation to the one that it becomes part of. Whatever else comes to do so belongs here. */
create or replace function merge_beside_conversation(organization text, channel text, old text, kept text) returns void
language plpgsql as $$
begin
  insert into conversation_tags (organization_id, name, conversation_id, created_at)
  select organization, known.name, kept, known.created_at from conversation_tags as known
  where known.organization_id = organization and known.conversation_id = old
  on conflict do nothing;
  delete from conversation_tags where organization_id = organization and conversation_id = old;
  update conversation_notes set conversation_id = kept where organization_id = organization and conversation_id = old;
  update orders set conversation_id = kept where organization_id = organization and conversation_id = old;
  insert into response_times (organization_id, conversation_id, kind, began_at, ended_at, channel_id, team_id, author)
  select organization, kept, known.kind, known.began_at, known.ended_at, channel, known.team_id, known.author
  from response_times as known
  where known.organization_id = organization and known.conversation_id = old
  on conflict do nothing;
  delete from response_times where organization_id = organization and conversation_id = old;
  update web_holes set conversation_id = kept where organization_id = organization and conversation_id = old;
  update web_choices set conversation_id = kept where organization_id = organization and conversation_id = old;
  update channels as known set restrictions = (
    select jsonb_agg(
      case one ->> 'conversation_id' when old then one || jsonb_build_object('conversation_id', kept) else one end
    )
    from jsonb_array_elements(known.restrictions) as one
  )
  where known.organization_id = organization and known.id = channel
    and known.restrictions @> jsonb_build_array(jsonb_build_object('conversation_id', old));
  if found then
    perform pg_notify('waypost_channel_changed', channel);
  end if;
end $$;

/* Makes one of two conversations of a contact, with what each reader has read of it. */
create or replace function merge_reads(organization text, old text, kept text) returns void
language plpgsql as $$
declare
  before conversations;
  gone conversations;
  waited timestamptz;
begin
  if exists (
    select from conversations
    where organization_id = organization and id in (old, kept) and opened_at is not null
  ) then
    perform open_conversation(organization, kept);
    perform open_conversation(organization, old);
  end if;
  insert into conversation_reads as mark (organization_id, conversation_id, reader, read_count, unread)
  select organization, kept, known.reader, known.read_count, known.unread from conversation_reads as known
  where known.organization_id = organization and known.conversation_id = old
  on conflict (organization_id, conversation_id, reader) do update
    set read_count = mark.read_count + excluded.read_count, unread = mark.unread or excluded.unread;
  delete from conversation_reads where organization_id = organization and conversation_id = old;

  select * into before from conversations where organization_id = organization and id = kept;
  select * into gone from conversations where organization_id = organization and id = old;
  perform write_merged(before, gone);
  perform mark_unread(organization, array[kept]);
  waited := (select waiting_since from conversations where organization_id = organization and id = kept);
  perform settle_waiting(organization, array[kept]);
  -- what was said in the one answered nothing of the other
  update conversations set waiting_since = waited
  where organization_id = organization and id = kept and waiting_since is null and waited is not null
    and handled_by is null;
end $$;
