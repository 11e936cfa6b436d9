-- Who a person is: several identities, one contact.

/*
 * Makes the two identities that messages name of one person belong to one
 * contact, as far as at least one of them is known. Two contacts become one:
 * that of the first identity stays.
 */
create or replace function link_identities(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  person record;
begin
  for person in
    select distinct on (message.identity_type, message.identity_value, message.other_type, message.other_value)
      message.*, first.contact_id as contact, second.contact_id as other_contact
    from json_to_recordset(received) as message (
      id uuid, identity_type text, identity_value text, other_type text, other_value text
    )
    left join lateral contact_of(organization, message.identity_type, message.identity_value) as first (contact_id) on true
    left join lateral contact_of(organization, message.other_type, message.other_value) as second (contact_id) on true
    where message.id = any (fresh) and message.other_value is not null
      and first.contact_id is distinct from second.contact_id
  loop
    if person.contact is null then
      perform attach_identity(organization, person.other_contact, person.identity_type, person.identity_value);
    elsif person.other_contact is null then
      perform attach_identity(organization, person.contact, person.other_type, person.other_value);
    else
      perform merge_contacts(organization, person.contact, person.other_contact);
      perform tell_contact(organization, person.contact);
    end if;
  end loop;
end $$;

/* The contact that an identity of the platform belongs to; null when it is nobody's. */
create or replace function contact_of(organization text, identity_type text, identity_value text) returns text
language sql stable as $$
  select known.contact_id from contact_identities as known
  where known.organization_id = organization and known.type = identity_type and known.source = ''
    and known.value = identity_value
  limit 1
$$;

/* Gives a contact an identity that nobody has; a phone number becomes the contact's number when it has none. */
create or replace function attach_identity(organization text, contact text, identity_type text, identity_value text)
returns void language plpgsql as $$
begin
  insert into contact_identities (organization_id, type, value, contact_id)
  values (organization, identity_type, identity_value, contact)
  on conflict do nothing;
  if identity_type = 'phone' then
    update contacts set phone_number = '+' || identity_value, version = version + 1, updated_at = now()
    where organization_id = organization and id = contact and phone_number is null;
  end if;
end $$;

/*
 * Makes two contacts one: conversations, messages, identities, orders and
 * suppressions of the second go over to the first, which keeps its own fields
 * and takes those it lacks. Conversations on one channel become one.
 */
create or replace function merge_contacts(organization text, kept text, gone text) returns void
language plpgsql as $$
declare
  pair record;
begin
  for pair in
    select old.id as old_id, old.last_inbound_at, mine.id as kept_id
    from conversations as old
    left join conversations as mine on mine.organization_id = organization and mine.channel_id = old.channel_id
      and mine.contact_id = kept
    where old.organization_id = organization and old.contact_id = gone
    order by old.id
  loop
    update messages set contact_id = kept, conversation_id = coalesce(pair.kept_id, conversation_id)
    where conversation_id = pair.old_id and organization_id = organization;
    if pair.kept_id is null then
      update conversations set contact_id = kept, updated_at = now()
      where organization_id = organization and id = pair.old_id;
      continue;
    end if;
    update lane_items set order_key = pair.kept_id
    where organization_id = organization and kind = 'channel' and order_key = pair.old_id;
    update orders set conversation_id = pair.kept_id
    where organization_id = organization and conversation_id = pair.old_id;
    update web_choices set conversation_id = pair.kept_id
    where organization_id = organization and conversation_id = pair.old_id;
    update conversations set last_inbound_at = greatest(last_inbound_at, pair.last_inbound_at), updated_at = now()
    where organization_id = organization and id = pair.kept_id;
    delete from conversations where organization_id = organization and id = pair.old_id;
  end loop;

  update contact_identities set contact_id = kept where organization_id = organization and contact_id = gone;
  update orders set contact_id = kept where organization_id = organization and contact_id = gone;
  insert into suppressions (organization_id, contact_id, channel, reason, until, created_at)
  select organization_id, kept, channel, reason, until, created_at from suppressions
  where organization_id = organization and contact_id = gone
  on conflict do nothing;
  delete from suppressions where organization_id = organization and contact_id = gone;

  with old as (
    delete from contacts where organization_id = organization and id = gone returning *
  )
  update contacts as contact set
    phone_number = coalesce(contact.phone_number, old.phone_number), name = coalesce(contact.name, old.name),
    profile_name = coalesce(contact.profile_name, old.profile_name), email = coalesce(contact.email, old.email),
    external_source = coalesce(contact.external_source, old.external_source),
    external_id = coalesce(contact.external_id, old.external_id), version = contact.version + 1, updated_at = now()
  from old where contact.organization_id = organization and contact.id = kept;
end $$;

/*
 * A person's identities changed on the platform: the contact of the first of
 * `old` that is known gets each of `new` in place of its identity of that type.
 * An old number may be given to somebody else, so it is not kept. The call that
 * told of it is remembered: a replay changes nothing.
 */
create or replace function move_identities(
  organization text, channel text, provider_message text, remembered uuid, old json, new json
) returns void language plpgsql as $$
declare
  holder text;
  other text;
  changed record;
begin
  select contact_of(organization, identity.type, identity.value) into holder
  from json_to_recordset(old) as identity (type text, value text)
  where contact_of(organization, identity.type, identity.value) is not null
  limit 1;
  if holder is null then
    return;
  end if;
  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  values (organization, channel, provider_message, remembered)
  on conflict do nothing;
  if not found then
    return;
  end if;

  for changed in select type, value from json_to_recordset(new) as identity (type text, value text) loop
    other := contact_of(organization, changed.type, changed.value);
    if other is not null and other <> holder then
      perform merge_contacts(organization, holder, other);
    end if;
    delete from contact_identities as known using json_to_recordset(old) as identity (type text, value text)
    where known.organization_id = organization and known.contact_id = holder and known.source = ''
      and known.type = changed.type and identity.type = known.type and identity.value = known.value
      and known.value <> changed.value;
    perform attach_identity(organization, holder, changed.type, changed.value);
    if changed.type = 'phone' then
      update contacts set phone_number = '+' || changed.value, version = version + 1, updated_at = now()
      where organization_id = organization and id = holder;
    end if;
  end loop;
  perform tell_contact(organization, holder);
end $$;

/*
 * Follows the names that people give themselves on the platform. A contact's
 * name changes with its profile's until somebody has given it another.
 */
create or replace function rename_contacts(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  renamed record;
begin
  for renamed in
    with named as (
      select distinct on (contact.id) contact.id, message.name as given,
        contact.name is null or contact.name = contact.profile_name as follows
      from json_to_recordset(received) as message (
        id uuid, identity_type text, identity_value text, name text, at timestamptz
      )
      cross join lateral (
        select known.id, known.name, known.profile_name from contacts as known
        where known.organization_id = organization
          and known.id = contact_of(organization, message.identity_type, message.identity_value)
        limit 1
      ) as contact
      where message.id = any (fresh) and message.name is not null
        and contact.profile_name is distinct from message.name
      order by contact.id, message.at desc, message.id desc
    )
    update contacts as contact set
      profile_name = named.given, name = case when named.follows then named.given else contact.name end,
      version = contact.version + 1, updated_at = now()
    from named
    where contact.organization_id = organization and contact.id = named.id
    returning contact.id, named.follows
  loop
    if renamed.follows then
      perform tell_contact(organization, renamed.id);
    end if;
  end loop;
end $$;

/* Tells of a contact that changed, as it is now. */
create or replace function tell_contact(organization text, contact text) returns void
language sql as $$ select tell_contacts(organization, array[contact], 'updated') $$;
