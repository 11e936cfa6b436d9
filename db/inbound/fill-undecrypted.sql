/*
 * Gives messages that could not be decrypted what a copy says that could be: type, content, files and what follows
 * from them, as receive_messages does for new ones. The record, its id and its time stay. Others are left as they are,
 * and so is a message whose id somebody else gives to what they write.
 */
create or replace function fill_undecrypted(organization text, channel text, received json) returns void
language plpgsql as $$
declare
  copy record;
  copies json;
  filled messages;
begin
  for copy in
    select stored.id, message.entry
    from json_array_elements(received) as message (entry)
    cross join lateral (
      select known.id
      from provider_messages as named
      cross join lateral (
        select one.id, one.type, wrote_message(organization, one, writer_of(message.entry)) as is_theirs
        from messages as one
        where one.organization_id = organization and one.id = named.message_id
        limit 1
      ) as known
      where named.organization_id = organization and named.channel_id = channel
        and named.provider_message_id = message.entry ->> 'provider_message_id' and known.type = 'undecryptable'
        and known.is_theirs
      limit 1
    ) as stored
    where message.entry ->> 'type' <> 'undecryptable'
    order by stored.id
  loop
    update messages as message
    set type = copy.entry ->> 'type', content = copy.entry ->> 'content', updated_at = now()
    where message.organization_id = organization and message.id = copy.id and message.type = 'undecryptable'
    returning * into filled;
    -- two copies came at once
    continue when not found;
    copies := json_build_array(copy.entry::jsonb || jsonb_build_object('id', copy.id));
    -- it may be a reaction, which needs no answer
    perform settle_waiting(organization, array[filled.conversation_id]);
    perform tell_decrypted(filled);
    perform queue_media(organization, channel, copies, array[copy.id]);
    perform create_orders(organization, channel, copies, array[copy.id]);
    perform apply_opt_outs(organization, channel, copies, array[copy.id]);
    perform apply_early_revisions(organization, channel, array[copy.id]);
  end loop;
end $$;

/* Who wrote a message that came in, as wrote_message takes them. */
create or replace function writer_of(entry json) returns json
language sql immutable as $$
  select json_build_object(
    'type', entry ->> 'identity_type', 'value', entry ->> 'identity_value',
    'other_type', entry ->> 'other_type', 'other_value', entry ->> 'other_value',
    'direction', entry ->> 'direction',
    'participant', entry ->> 'participant', 'participant_type', entry ->> 'participant_type',
    'participant_value', entry ->> 'participant_value', 'participant_other_type', entry ->> 'participant_other_type',
    'participant_other_value', entry ->> 'participant_other_value'
  )
$$;

/* Emits that a message can be read now, and that the preview of its conversation may have changed. */
create or replace function tell_decrypted(message messages) returns void
language plpgsql as $$
begin
  perform emit_events(array[message_decrypted_event(message)] || array(
    select preview_event(
      message.organization_id, message.channel_id, known.id, known.status, known.assignee_id, known.team_id, message.id
    )
    from conversations as known
    where known.organization_id = message.organization_id and known.id = message.conversation_id
    limit 1
  ));
end $$;
