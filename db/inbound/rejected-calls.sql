-- What is said to people whose calls a paired number rejects.

/*
 * Sends somebody whose call was rejected what the channel's setting `rejected_call_text` says, like any other message, so that
 * who may not be written to gets nothing: once an hour, and nothing in groups or about a call of long ago.
 */
create or replace function answer_rejected_call(organization text, channel text, contact text, call json) returns void
language plpgsql as $$
declare
  settings jsonb := channel_settings(organization, channel);
  said text := settings ->> 'rejected_call_text';
  address text;
begin
  if said is null or settings ->> 'calls' is distinct from 'reject' or call ->> 'status' <> 'rejected'
    or contact is null or call -> 'unanswered' ->> 'group_id' is not null
    or (call ->> 'at')::timestamptz < now() - interval '10 minutes'
    or was_told_of_call(organization, channel, contact) then
    return;
  end if;
  select substr(known.phone_number, 2) into address from contacts as known
  where known.organization_id = organization and known.id = contact;
  perform accept_messages(json_build_array(json_build_object(
    'n', 0, 'organization_id', organization, 'id', call ->> 'reply_id', 'channel_id', channel, 'address', address,
    'user_id', case when address is null then user_id_of(call ->> 'type', call ->> 'value') end,
    'type', 'text', 'content', json_build_object('body', said)::text, 'author', 'rejected_call',
    'needs_window', false, 'addressed', true, 'created_at', clock_timestamp(), 'cost', null
  )));
end $$;

/* Whether that was sent to somebody within the hour; of a conversation, the last hundred messages are looked at. */
create or replace function was_told_of_call(organization text, channel text, contact text) returns boolean
language sql stable as $$
  select exists (
    select from conversations as held
    cross join lateral (
      select message.author, message.created_at from messages as message
      where message.organization_id = organization and message.conversation_id = held.id
      order by message.id desc limit 100
    ) as recent
    where held.organization_id = organization and held.channel_id = channel and held.contact_id = contact
      and recent.author = 'rejected_call' and recent.created_at > now() - interval '1 hour'
  )
$$;
