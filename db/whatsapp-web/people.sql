-- Who is who on WhatsApp: a person has a number and an id of the platform's (a LID, or a business-scoped user id),
-- which are reported together or one by one.

/*
 * Records that numbers and ids of the platform belong to one person each. Each pair: type, value, phone (digits). Where
 * both had a contact, the two become one: the number's. Emits events of merged contacts unless `quiet`.
 */
create or replace function link_ids(organization text, pairs json, quiet boolean) returns void
language plpgsql as $$
declare
  pair record;
  by_phone text;
  by_id text;
begin
  for pair in
    select distinct type, value, phone
    from json_to_recordset(pairs) as pair (type text, value text, phone text)
    order by phone, type, value
  loop
    by_phone := contact_of(organization, 'phone', pair.phone);
    by_id := contact_of(organization, pair.type, pair.value);
    if by_phone is null and by_id is not null then
      perform attach_identity(organization, by_id, 'phone', pair.phone);
    elsif by_id is null and by_phone is not null then
      perform attach_identity(organization, by_phone, pair.type, pair.value);
    elsif by_id <> by_phone then
      perform merge_contacts(organization, by_phone, by_id);
      if not quiet then
        perform tell_contact(organization, by_phone);
      end if;
    end if;
  end loop;
end $$;

/* The same for numbers and LIDs. Each pair: lid, phone. */
create or replace function link_people(organization text, pairs json, quiet boolean) returns void
language sql as $$
  select link_ids(organization, (
    select json_agg(json_build_object('type', 'lid', 'value', lid, 'phone', phone))
    from json_to_recordset(pairs) as pair (lid text, phone text)
  ), quiet)
$$;

/*
 * Takes people whom a phone knows: contacts with what they are called, without
 * an event. Each: phone, lid, bsuid (all but one may be null), name. Who is
 * known keeps their name, if they have one.
 */
create or replace function learn_people(organization text, people json) returns void
language plpgsql as $$
declare
  person record;
  made text;
  known_as text;
begin
  for person in
    select distinct on (phone, lid, bsuid) *
    from json_to_recordset(people) as person (phone text, lid text, bsuid text, name text)
    order by phone, lid, bsuid, name
  loop
    known_as := coalesce(
      contact_of(organization, 'phone', person.phone), contact_of(organization, 'lid', person.lid),
      contact_of(organization, 'bsuid', person.bsuid)
    );
    if known_as is not null then
      update contacts set name = person.name, version = version + 1, updated_at = now()
      where organization_id = organization and id = known_as and name is null and person.name is not null;
      continue;
    end if;
    made := prefixed_id('ct');
    insert into contacts (organization_id, id, phone_number, name, profile_name)
    values (organization, made, '+' || person.phone, person.name, person.name);
    insert into contact_identities (organization_id, type, value, contact_id)
    select organization, identity.type, identity.value, made
    from (values
      ('phone', person.phone), ('phone', other_form_of(person.phone)), ('lid', person.lid), ('bsuid', person.bsuid)
    ) as identity (type, value)
    where identity.value is not null
    on conflict do nothing;
  end loop;
  perform link_ids(organization, pairs_of_people(people), true);
end $$;

/* What is known of people as pairs that link_ids takes: each number with each id of the platform's. */
create or replace function pairs_of_people(people json) returns json
language sql immutable as $$
  select json_agg(json_build_object('type', identity.type, 'value', identity.value, 'phone', named.phone))
  from json_to_recordset(people) as named (phone text, lid text, bsuid text)
  cross join lateral (values ('lid', named.lid), ('bsuid', named.bsuid)) as identity (type, value)
  where named.phone is not null and identity.value is not null
$$;
