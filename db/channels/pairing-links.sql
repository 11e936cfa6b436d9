/* Uses up the links through which a channel's pairing was begun, and says so: its number is connected. */
create or replace function spend_pairing_links(organization text, channel text) returns void
language sql as $$
  with used as (
    update pairing_links set used_at = now()
    where organization_id = organization and channel_id = channel and begun > 0 and used_at is null
      and expires_at > now()
    returning id
  )
  select emit_events(array_agg(link_used_event(organization, channel, id))) from used
$$;
