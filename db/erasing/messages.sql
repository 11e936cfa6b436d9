-- What was said to, by and about a person, and the log of it.

/* Cancels what waits for a person in their conversations. */
create or replace function cancel_of_person(organization text, conversations text[]) returns void
language plpgsql as $$
declare
  waiting text[];
begin
  perform lock_in_order(organization, conversations);
  waiting := array(
    select item_id from lane_items
    where organization_id = organization and order_key = any (conversations) and kind = 'channel' and state = 'queued'
    order by item_id
    for update
  );
  perform cancel_items(organization, waiting);
end $$;

/*
 * Erases these messages of a person: that each was sent or received, when, with what result and at what price stays, in the
 * conversation that stands in for theirs; in a group it stays where it is. They read as deleted. Of the provider's
 * ids, which may have the number in them, only that they were erased stays; see inbound/erased.sql.
 */
create or replace function erase_messages(organization text, person jsonb, erased uuid[]) returns void
language plpgsql as $$
begin
  delete from web_messages as sent using messages as message
  where message.organization_id = organization and message.id = any (erased) and sent.organization_id = organization
    and sent.channel_id = message.channel_id and sent.provider_message_id = message.provider_message_id;
  update provider_messages set provider_message_id = erased_id(provider_message_id)
  where organization_id = organization and message_id = any (erased) and provider_message_id not like 'erased %';
  update message_attempts set error = without_person(error, person)
  where organization_id = organization and message_id = any (erased) and error is not null;
  update messages set
    conversation_id = coalesce(person -> 'stand_ins' ->> conversation_id, conversation_id),
    contact_id = null, address = null, participant = null, content = '{}', metadata = null, rendered_as = null,
    provider_message_id = null, result = null, edits = null, error = without_person(error, person),
    status_history = without_person(status_history::text, person)::jsonb,
    user_id = case when is_group(user_id) then user_id end, deleted_at = coalesce(deleted_at, now()), updated_at = now()
  where organization_id = organization and id = any (erased);
end $$;

/* Takes out of a text by what a person is found in it. It stays JSON if it was. */
create or replace function without_person(given text, person jsonb) returns text
language sql immutable as $$ select regexp_replace(given, person ->> 'pattern', '0', 'g') $$;

/*
 * An event of a person, as it is kept: which message it is about and what became of that, under the stand-ins. Everything
 * else is empty: a text, a list, or null, so that it is still what the catalogue says.
 */
create or replace function erased_body(body text, person jsonb) returns text
language sql stable as $$
  select json_object_agg(member.key, case
    when member.key in (
      'message_id', 'channel_id', 'organization_id', 'direction', 'msg_type', 'status', 'updated_at', 'occurred_at',
      'object_kind', 'order_id', 'cause', 'payment_status'
    ) or json_typeof(member.value) in ('number', 'boolean') then member.value
    when member.key in ('conversation_id', 'contact_id', 'record_id', 'merged_into', 'participant_contact_id')
      then to_json(coalesce(
        person -> 'stand_ins' ->> (member.value #>> '{}'),
        case when person -> 'contacts' ? (member.value #>> '{}') then person ->> 'stand_in' else member.value #>> '{}' end
      ))
    when json_typeof(member.value) = 'string' then '""'
    when json_typeof(member.value) = 'array' then '[]'
  end)::text
  from json_each(body::json) as member
$$;
