-- Who is who on WhatsApp: a person has a number and a LID, which are told of together or one by one.

/*
 * Takes that numbers and LIDs belong to one person each. Each pair: lid, phone
 * (digits). Where both were somebody, the two become one contact: the
 * number's. Tells of merged contacts unless `quiet`.
 */
create or replace function link_people(organization text, pairs json, quiet boolean) returns void
language plpgsql as $$
declare
  pair record;
  by_phone text;
  by_lid text;
begin
  for pair in
    select distinct lid, phone from json_to_recordset(pairs) as pair (lid text, phone text) order by phone, lid
  loop
    by_phone := contact_of(organization, 'phone', pair.phone);
    by_lid := contact_of(organization, 'lid', pair.lid);
    if by_phone is null and by_lid is not null then
      perform attach_identity(organization, by_lid, 'phone', pair.phone);
    elsif by_lid is null and by_phone is not null then
      perform attach_identity(organization, by_phone, 'lid', pair.lid);
    elsif by_lid <> by_phone then
      perform merge_contacts(organization, by_phone, by_lid);
      if not quiet then
        perform tell_contact(organization, by_phone);
      end if;
    end if;
  end loop;
end $$;

/*
 * Takes people from the history of a phone: contacts with what they are called,
 * without an event. Each: phone, lid (one may be null), name. Who is known
 * keeps their name.
 */
create or replace function learn_people(organization text, people json) returns void
language plpgsql as $$
declare
  person record;
  made text;
begin
  for person in
    select distinct on (phone, lid) * from json_to_recordset(people) as person (phone text, lid text, name text)
    order by phone, lid
  loop
    continue when contact_of(organization, 'phone', person.phone) is not null
      or contact_of(organization, 'lid', person.lid) is not null;
    made := prefixed_id('ct');
    insert into contacts (organization_id, id, phone_number, name, profile_name)
    values (organization, made, '+' || person.phone, person.name, person.name);
    insert into contact_identities (organization_id, type, value, contact_id)
    select organization, identity.type, identity.value, made
    from (values ('phone', person.phone), ('lid', person.lid)) as identity (type, value)
    where identity.value is not null
    on conflict do nothing;
  end loop;
  perform link_people(organization, (
    select json_agg(json_build_object('lid', lid, 'phone', phone))
    from json_to_recordset(people) as person (phone text, lid text)
    where phone is not null and lid is not null
  ), true);
end $$;
