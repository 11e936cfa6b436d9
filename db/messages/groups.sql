-- Groups: each has a contact of its own, which stands for it, and people who write in it.

/* WhatsApp's own id of somebody who wrote in a group: a LID, or a business's id of its user; null where they show a number. */
create or replace function participant_user_id(participant text) returns text
language sql immutable parallel safe as $$
  select case
    when participant like '%@lid' or (strpos(participant, '@') = 0 and strpos(participant, '.') > 0) then participant
  end
$$;

/* The contact of somebody who wrote in a group, by the address that they have there; null when they are none. */
create or replace function participant_contact(organization text, participant text) returns text
language sql stable as $$
  select known.contact_id from contact_identities as known
  where known.organization_id = organization and known.source = ''
    and known.type = case
      when participant_user_id(participant) is null then 'phone' else identity_type_of(null, participant)
    end
    and known.value = split_part(participant, '@', 1)
  limit 1
$$;

/* What a message's event says of its group; null for a message between two. `contact` stands for the group. */
create or replace function group_members(organization text, contact text, user_id text, participant text) returns json
language sql stable as $$
  select case when is_group(user_id) then json_build_object(
    'id', user_id,
    'subject', (
      select known.name from contacts as known where known.organization_id = organization and known.id = contact
    ),
    'participant', participant,
    'participant_contact_id', participant_contact(organization, participant)
  ) end
$$;
