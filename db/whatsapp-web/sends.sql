/*
 * Writes down, before they go out, messages that paired numbers send: that
 * WhatsApp's id is ours (a receipt may come before the answer), the message
 * as WhatsApp gets it, how it was simplified and what can be answered to it,
 * and that somebody is written to who never wrote. Each: organization_id,
 * channel_id, message_id, provider_message_id, address, remote_jid, sealed,
 * rendered_as, reply, choices.
 */
create or replace function remember_sends(sends json) returns void
language plpgsql as $$
begin
  -- read again after a crash of the daemon; one of Postgres may lose it, and then the message is made again under its
  -- id
  perform set_config('synchronous_commit', 'off', true);
  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  select organization_id, channel_id, provider_message_id, message_id
  from json_to_recordset(sends) as send (
    organization_id text, channel_id text, provider_message_id text, message_id uuid
  )
  order by organization_id, channel_id, provider_message_id
  on conflict do nothing;

  insert into web_messages (organization_id, channel_id, provider_message_id, remote_jid, from_me, sealed)
  select organization_id, channel_id, provider_message_id, remote_jid, true, sealed
  from json_to_recordset(sends) as send (
    organization_id text, channel_id text, provider_message_id text, remote_jid text, sealed text
  )
  order by organization_id, channel_id, provider_message_id
  on conflict do nothing;

  perform open_chats(sends);

  if exists (select from json_to_recordset(sends) as send (rendered_as text) where rendered_as is not null) then
    update messages as message set rendered_as = send.rendered_as
    from json_to_recordset(sends) as send (organization_id text, message_id uuid, rendered_as text)
    where message.organization_id = send.organization_id and message.id = send.message_id
      and send.rendered_as is not null;

    insert into web_choices (organization_id, conversation_id, message_id, provider_message_id, reply, choices)
    select send.organization_id, message.conversation_id, send.message_id, send.provider_message_id, send.reply,
      send.choices
    from json_to_recordset(sends) as send (
      organization_id text, message_id uuid, provider_message_id text, reply text, choices text
    )
    cross join lateral (
      select known.conversation_id from messages as known
      where known.organization_id = send.organization_id and known.id = send.message_id
      limit 1
    ) as message
    where send.choices is not null
    on conflict do nothing;
  end if;
end $$;

/* Notes the recipients that are written to for the first time without having written; see remember_sends. */
create or replace function open_chats(sends json) returns void
language sql as $$
  insert into web_recipients as recipient (organization_id, channel_id, phone, opened_at)
  select distinct on (send.organization_id, send.channel_id, send.address)
    send.organization_id, send.channel_id, send.address, now()
  from json_to_recordset(sends) as send (organization_id text, channel_id text, message_id uuid, address text)
  cross join lateral (
    select known.conversation_id from messages as known
    where known.organization_id = send.organization_id and known.id = send.message_id
    limit 1
  ) as message
  cross join lateral (
    select known.last_inbound_at from conversations as known
    where known.organization_id = send.organization_id and known.id = message.conversation_id
    limit 1
  ) as conversation
  left join lateral (
    select known.opened_at from web_recipients as known
    where known.organization_id = send.organization_id and known.channel_id = send.channel_id
      and known.phone = send.address
    limit 1
  ) as before on true
  where send.address is not null and before.opened_at is null
    and heard_by_number(send.organization_id, send.channel_id, conversation.last_inbound_at) is null
  order by send.organization_id, send.channel_id, send.address
  on conflict (organization_id, channel_id, phone)
  do update set opened_at = coalesce(recipient.opened_at, excluded.opened_at)
$$;

/*
 * The choice that a text of a person stands for: the answer to a message that was sent as plain text, which it quotes,
 * or which was the last such message within 24 hours. Null when it is none.
 */
create or replace function offered_to(
  organization text, channel text, identity_type text, identity_value text, quoted text, at timestamptz
) returns web_choices language sql stable as $$
  select choice.* from conversations as conversation
  cross join lateral (
    select offered.* from web_choices as offered
    where offered.organization_id = organization and offered.conversation_id = conversation.id
      and (offered.provider_message_id = quoted or quoted is null)
      and offered.offered_at > at - interval '24 hours'
    order by offered.message_id desc
    limit 1
  ) as choice
  where conversation.organization_id = organization and conversation.channel_id = channel
    and conversation.contact_id = contact_of(organization, identity_type, identity_value)
$$;
