-- Who a person is: several identities, one contact.

/*
 * Gives the two identities that a message names for one person to one contact,
 * if at least one of them is known. Two contacts become one: that of the first
 * identity stays.
 */
create or replace function link_identities(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  person record;
begin
  for person in
    select distinct message.identity_type, message.identity_value, message.other_type, message.other_value
    from json_to_recordset(received) as message (
      id uuid, identity_type text, identity_value text, other_type text, other_value text
    )
    where message.id = any (fresh) and message.other_value is not null
  loop
    -- one by one: the pairs before may have merged contacts that this one names
    perform link_two(
      organization, person.identity_type, person.identity_value, person.other_type, person.other_value
    );
  end loop;
end $$;

/*
 * Does the same for identities that were reported as one person's. Each: type, value, other_type, other_value. Mostly
 * it is known already: then each is looked up once, and that is all.
 */
create or replace function link_same(organization text, pairs json) returns void
language plpgsql as $$
declare
  person record;
begin
  for person in
    select distinct pair.type, pair.value, pair.other_type, pair.other_value
    from json_to_recordset(pairs) as pair (type text, value text, other_type text, other_value text)
    where contact_of(organization, pair.type, pair.value)
      is distinct from contact_of(organization, pair.other_type, pair.other_value)
    order by pair.type, pair.value, pair.other_type, pair.other_value
  loop
    perform link_two(organization, person.type, person.value, person.other_type, person.other_value);
  end loop;
end $$;

/* Gives two identities to one contact, if at least one of them is known; emits the event of a contact that changed by it. */
create or replace function link_two(
  organization text, identity_type text, identity_value text, other_type text, other_value text
) returns void language plpgsql as $$
declare
  contact text := contact_of(organization, identity_type, identity_value);
  other_contact text := contact_of(organization, other_type, other_value);
begin
  if contact is null and other_contact is not null then
    perform attach_identity(organization, other_contact, identity_type, identity_value);
    if identity_type = 'phone' then
      perform tell_contact(organization, other_contact);
    end if;
  elsif other_contact is null and contact is not null then
    perform attach_identity(organization, contact, other_type, other_value);
    if other_type = 'phone' then
      perform tell_contact(organization, contact);
    end if;
  elsif contact <> other_contact then
    perform merge_contacts(organization, contact, other_contact);
    perform tell_contact(organization, contact);
  end if;
end $$;

/* The contact that an identity of the platform belongs to; null when it is nobody's. */
create or replace function contact_of(organization text, identity_type text, identity_value text) returns text
language sql stable as $$
  select known.contact_id from contact_identities as known
  where known.organization_id = organization and known.type = identity_type and known.source = ''
    and known.value = identity_value
  limit 1
$$;

/* Whether a contact has one of two identities; false for those that nobody has. */
create or replace function is_contact_of(
  organization text, contact text, one_type text, one_value text, other_type text, other_value text
) returns boolean
language sql stable as $$
  select coalesce(contact = contact_of(organization, one_type, one_value), false)
    or coalesce(contact = contact_of(organization, other_type, other_value), false)
$$;

/*
 * Gives a contact an identity that the platform reported and that nobody has; a
 * phone number becomes the contact's number when it has none. Fails as a
 * serialization failure, to be repeated, when the contact went away meanwhile.
 */
create or replace function attach_identity(organization text, contact text, identity_type text, identity_value text)
returns void language plpgsql as $$
begin
  perform hold_contact(organization, contact);
  insert into contact_identities (organization_id, type, value, contact_id, verified)
  values (organization, identity_type, identity_value, contact, true)
  on conflict do nothing;
  if found then
    insert into contact_history (organization_id, id, contact_id, action, detail)
    values (
      organization, prefixed_id('hst'), contact, 'identity_added', identity_detail(identity_type, '', identity_value)
    );
  end if;
  insert into contact_identities (organization_id, type, value, contact_id, verified)
  select organization, identity_type, other.form, contact, true
  from other_form_of(identity_type, identity_value) as other (form) where other.form is not null
  on conflict do nothing;
  if identity_type = 'phone' then
    update contacts set phone_number = '+' || identity_value, version = version + 1, updated_at = now()
    where organization_id = organization and id = contact and phone_number is null;
  end if;
end $$;

/* Marks the identities that people wrote from as verified: the platform vouches for them. */
create or replace function verify_identities(organization text, received json, fresh uuid[]) returns void
language sql as $$
  update contact_identities as known set verified = true
  from (
    select distinct identity_type, identity_value
    from json_to_recordset(received) as message (id uuid, direction text, identity_type text, identity_value text)
    where message.id = any (fresh) and message.direction = 'inbound'
    order by identity_type, identity_value
  ) as message
  where known.organization_id = organization and known.type = message.identity_type and known.source = ''
    and known.value = message.identity_value and not known.verified
$$;

/*
 * A person's identities changed on the platform: the contact of the first of
 * `old` that is known gets each of `new` in place of its identity of that type.
 * An old number may be given to somebody else, so it is not kept. The call that
 * reported it is remembered: a replay changes nothing.
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
    with left_behind as (
      delete from contact_identities as known using json_to_recordset(old) as identity (type text, value text)
      where known.organization_id = organization and known.contact_id = holder and known.source = ''
        and known.type = changed.type and identity.type = known.type
        and known.value in (identity.value, other_form_of(identity.type, identity.value))
        and known.value not in (changed.value, coalesce(other_form_of(changed.type, changed.value), ''))
      returning known.type, known.value
    )
    insert into contact_history (organization_id, id, contact_id, action, detail)
    select organization, prefixed_id('hst'), holder, 'identity_removed', identity_detail(type, '', value)
    from left_behind;
    perform attach_identity(organization, holder, changed.type, changed.value);
    if changed.type = 'phone' then
      update contacts set phone_number = '+' || changed.value, version = version + 1, updated_at = now()
      where organization_id = organization and id = holder;
    end if;
  end loop;
  perform tell_contact(organization, holder);
end $$;

/*
 * Keeps the user names by which people wrote: a contact has the last one, and one that somebody else had before is
 * theirs no more.
 */
create or replace function keep_usernames(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  named record;
begin
  for named in
    select distinct on (person.contact) person.contact, lower(message.username) as username
    from json_to_recordset(received) as message (
      id uuid, identity_type text, identity_value text, username text, at timestamptz
    )
    cross join lateral contact_of(organization, message.identity_type, message.identity_value) as person (contact)
    where message.id = any (fresh) and message.username <> ''
    order by person.contact, message.at desc, message.id desc
  loop
    continue when contact_of(organization, 'username', named.username) = named.contact;
    delete from contact_identities as known
    where known.organization_id = organization and known.contact_id = named.contact and known.type = 'username';
    delete from contact_identities as known
    where known.organization_id = organization and known.type = 'username' and known.source = ''
      and known.value = named.username;
    perform attach_identity(organization, named.contact, 'username', named.username);
  end loop;
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

/* Emits the events of a changed contact, as it is now. */
create or replace function tell_contact(organization text, contact text) returns void
language sql as $$ select tell_contacts(organization, array[contact], 'updated') $$;
