-- Those who write in groups.

/* Makes those who wrote in groups contacts, as receive_messages does with others: without a conversation of their own. */
create or replace function know_participants(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  wrote json := (
    select json_agg(json_build_object(
      'id', message.id, 'identity_type', message.participant_type, 'identity_value', message.participant_value,
      'other_type', message.participant_other_type, 'other_value', message.participant_other_value,
      'name', message.participant_name, 'direction', message.direction, 'at', message.at
    ))
    from json_to_recordset(received) as message (
      id uuid, direction text, participant_type text, participant_value text, participant_other_type text,
      participant_other_value text, participant_name text, at timestamptz
    )
    where message.id = any (fresh) and message.direction = 'inbound' and message.participant_value is not null
  );
begin
  if wrote is null then
    return;
  end if;
  perform link_identities(organization, wrote, fresh);
  perform emit_events(ensure_contacts(array(
    select recipient(organization, channel, message.identity_type, message.identity_value, message.name)
    from json_to_recordset(wrote) as message (identity_type text, identity_value text, name text)
  )));
  perform link_identities(organization, wrote, fresh);
  perform rename_contacts(organization, wrote, fresh);
  perform verify_identities(organization, wrote, fresh);
end $$;
