/*
 * Looks through the next waiting messages, `most` at most, and cancels those
 * that a cancellation's filter matches, as cancel_message does. A dry run only
 * counts. Messages accepted after the cancellation was requested are left
 * alone. Each step is one transaction, which also moves the cancellation's
 * position: after a crash the work continues where it stopped. Returns what to do
 * next: step, wait (for items that another transaction has locked) or nothing.
 */
create or replace function step_cancellation(organization text, cancellation text, most integer) returns text
language plpgsql as $$
declare
  wanted message_cancellations;
  looked_at text[];
  matching text[];
  free text[];
  held text;
  is_last boolean;
begin
  -- one step at a time
  perform pg_advisory_xact_lock(hashtext('waypost.cancellation'), hashtext(cancellation));
  select * into wanted from message_cancellations
  where organization_id = organization and id = cancellation and finished_at is null;
  if not found then
    return 'nothing';
  end if;

  -- either may have become part of another since
  wanted.conversation_id := current_conversation(organization, wanted.conversation_id);
  wanted.contact_id := coalesce(current_contact(organization, wanted.contact_id), wanted.contact_id);

  -- the limit counts every waiting item, matching or not: that bounds the step
  looked_at := array(
    select item_id from lane_items
    -- ids of messages begin with a digit, those of deliveries and others with a letter
    where organization_id = organization and item_id > wanted.position and item_id < 'a'
    order by item_id limit most
  );
  matching := array(select matching_items(wanted, looked_at));
  if not wanted.dry_run then
    perform lock_answered(array[organization], matching::uuid[]);
  end if;
  free := case when wanted.dry_run then matching else array(
    select item_id from lane_items
    where organization_id = organization and item_id = any (matching) and state = 'queued'
    order by item_id
    for update skip locked
  ) end;
  select min(item) into held from unnest(matching) as item where item <> all (free);
  if not wanted.dry_run then
    perform cancel_items(organization, free);
  end if;

  is_last := cardinality(looked_at) < most and held is null;
  update message_cancellations set
    matched = matched + cardinality(free),
    -- items that another transaction has locked are looked at again
    position = coalesce((select max(item) from unnest(looked_at) as item where held is null or item < held), position),
    finished_at = case when is_last then now() end
  where organization_id = organization and id = cancellation;
  return case when is_last then 'nothing' when held is not null then 'wait' else 'step' end;
end $$;

/* The lane items among `items` whose message waits and matches a cancellation's filter. */
create or replace function matching_items(wanted message_cancellations, items text[]) returns setof text
language sql stable as $$
  select item.item_id
  from unnest(items) as looked (id)
  -- lateral with a limit: always a look-up by key, whatever the statistics say
  cross join lateral (
    select * from lane_items as known
    where known.organization_id = wanted.organization_id and known.item_id = looked.id
    limit 1
  ) as item
  cross join lateral (
    select * from messages as known
    where known.organization_id = wanted.organization_id and known.id = looked.id::uuid
    limit 1
  ) as message
  where item.kind = 'channel' and item.state = 'queued' and item.position <= wanted.last_position
    and (wanted.channel_ids is null or message.channel_id = any (wanted.channel_ids))
    and (wanted.conversation_id is null or message.conversation_id = wanted.conversation_id)
    and (wanted.contact_id is null or message.contact_id = wanted.contact_id)
    and (wanted.status is null or message.status = wanted.status)
    and (wanted.type is null or message.type = wanted.type)
    and (wanted.address is null or message.address = wanted.address)
    and (wanted.created_after is null or message.created_at >= wanted.created_after)
    and (wanted.created_before is null or message.created_at < wanted.created_before)
$$;

/* Cancels messages whose lane items the transaction has locked. */
create or replace function cancel_items(organization text, items text[]) returns void
language plpgsql as $$
declare
  lanes text[];
  lane text;
begin
  with gone as (
    delete from lane_items where organization_id = organization and item_id = any (items)
    returning lane_id
  )
  select array_agg(distinct lane_id) into lanes from gone;
  perform advance_messages(array(
    select status_change(organization, item::uuid, 'cancelled', silent => true) from unnest(items) as item
  ));
  -- the messages they held back may go now
  for lane in select unnest(lanes) order by 1 loop
    perform wake_lane(organization, 'channel', lane);
  end loop;
end $$;
