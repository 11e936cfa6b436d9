-- Those who write, to the number itself and in groups.

/* Makes contacts and conversations of those who are new, learns what the messages say of them, and holds them. */
create or replace function meet_people(organization text, channel text, received json, fresh uuid[], brings record)
returns void language plpgsql as $$
begin
  if brings.pairs then
    perform link_identities(organization, received, fresh);
  end if;
  perform ensure_recipients(brings.people);
  if brings.pairs then
    perform link_identities(organization, received, fresh);
  end if;
  perform learn_of_writers(organization, received, fresh);
  if brings.usernames then
    perform keep_usernames(organization, received, fresh);
  end if;
  if brings.participants then
    perform know_participants(organization, channel, received, fresh);
  end if;
  perform hold_recipients(brings.people);
end $$;

/* Learns names of people, and that an identity is theirs, where the messages say something new. */
create or replace function learn_of_writers(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  learned record;
begin
  select bool_or(contact.profile_name is distinct from message.name and message.name is not null) as names,
    bool_or(not known.verified and message.direction = 'inbound') as identities
  into learned
  from json_to_recordset(received) as message (
    id uuid, direction text, identity_type text, identity_value text, name text
  )
  cross join lateral (
    select identity.contact_id, identity.verified from contact_identities as identity
    where identity.organization_id = organization and identity.type = message.identity_type
      and identity.source = '' and identity.value = message.identity_value
    limit 1
  ) as known
  cross join lateral (
    select one.profile_name from contacts as one
    where one.organization_id = organization and one.id = known.contact_id
    limit 1
  ) as contact
  where message.id = any (fresh);
  if learned.names then
    perform rename_contacts(organization, received, fresh);
  end if;
  if learned.identities then
    perform verify_identities(organization, received, fresh);
  end if;
end $$;

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
