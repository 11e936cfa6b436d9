/* Makes orders of the messages that place one, numbered within the organisation, with their events. */
create or replace function create_orders(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  placed record;
  number bigint;
  made orders;
begin
  for placed in
    select message.id, message.ordered, stored.conversation_id, stored.contact_id, stored.created_at
    from json_to_recordset(received) as message (id uuid, ordered text)
    cross join lateral (
      select known.conversation_id, known.contact_id, known.created_at from messages as known
      where known.organization_id = organization and known.id = message.id
      limit 1
    ) as stored
    where message.id = any (fresh) and message.ordered is not null
    order by message.id
  loop
    insert into order_numbers as counter (organization_id, last) values (organization, 1)
    on conflict (organization_id) do update set last = counter.last + 1
    returning last into number;

    insert into orders (
      organization_id, id, order_no, message_id, channel_id, conversation_id, contact_id, catalog_id, note, items, created_at
    )
    select organization, prefixed_id('ord'), number, placed.id, channel, placed.conversation_id, placed.contact_id,
      details.catalog_id, coalesce(details.note, ''), details.items, placed.created_at
    from json_to_record(placed.ordered::json) as details (catalog_id text, note text, items text)
    returning * into made;

    perform emit_events(array[order_event(made)]);
  end loop;
end $$;
