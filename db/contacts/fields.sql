-- Fields of contacts, as far as one statement can have them.

/*
 * An e-mail address as an identity: lower case, beyond ASCII too. That needs a
 * collation that knows more: Postgres's own (17 and later), ICU's, or else the
 * database's.
 */
do $body$
declare
  collated text := coalesce((
    select ' collate ' || quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1
  ), '');
begin
  execute format($function$
    create or replace function email_key(address text) returns text language sql immutable parallel safe as
    $$ select lower(address%s) $$
  $function$, collated);
end $body$;

/* A contact with the given changes applied. */
create or replace function changed_contact(contact contacts, given contact_input) returns contacts
language plpgsql immutable as $$
declare
  cleared text[] := coalesce(given.cleared, '{}');
begin
  contact.phone_number := case when 'phone_number' <> all (cleared) then coalesce(given.phone_number, contact.phone_number) end;
  contact.name := case when 'name' <> all (cleared) then coalesce(given.name, contact.name) end;
  contact.email := case when 'email' <> all (cleared) then coalesce(given.email, contact.email) end;
  if given.external_id is not null or 'external_id' = any (cleared) then
    contact.external_source := given.external_source;
    contact.external_id := given.external_id;
  end if;
  contact.custom_fields := merged_fields(
    case when 'custom_fields' = any (cleared) then '{}' else contact.custom_fields end, given.custom_fields
  );
  return contact;
end $$;

/* Custom fields with changes merged over them by key; null removes a key. */
create or replace function merged_fields(current text, given text) returns text
language sql immutable as $$
  select case when given is null then current else (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}')::text
    from jsonb_each(current::jsonb || given::jsonb) as field
    where field.value <> 'null'
  ) end
$$;

/*
 * Whether a record may not have these custom fields: more than
 * most_custom_fields, or more bytes than allowed. A record that had too many already may always get
 * fewer.
 */
create or replace function too_many_fields(next text, before text, most_bytes integer) returns boolean
language sql immutable as $$
  select octet_length(next) > octet_length(before)
    and (octet_length(next) > most_bytes or (select count(*) from jsonb_object_keys(next::jsonb)) > most_custom_fields())
$$;

/*
 * Fails as WP422 when a record may not have these custom fields. The API words that error, and those of the next two
 * functions, by its message and detail: daemon/http/failure.ts.
 */
create or replace function refuse_many_fields(next text, before text, most_bytes integer) returns void
language plpgsql as $$
begin
  if too_many_fields(next, before, most_bytes) then
    raise exception 'too_many_fields' using errcode = 'WP422', detail = most_bytes;
  end if;
end $$;

/* Fails as WP422 when a contact has more than most_tags. */
create or replace function refuse_many_tags(organization text, contact text) returns void
language plpgsql as $$
begin
  if (select count(*) from contact_tags where organization_id = organization and contact_id = contact) > most_tags() then
    raise exception 'too_many_tags' using errcode = 'WP422';
  end if;
end $$;

/*
 * Fails as WP422 when a contact has most_notes. Other writers of its
 * notes wait meanwhile, so that two at once do not both find room for the last
 * one.
 */
create or replace function refuse_many_notes(organization text, contact text) returns void
language plpgsql as $$
begin
  perform from contacts where organization_id = organization and id = contact for no key update;
  if (select count(*) from contact_notes where organization_id = organization and contact_id = contact) >= most_notes() then
    raise exception 'too_many_notes' using errcode = 'WP422';
  end if;
end $$;

/* How a contact's history describes an identity. */
create or replace function identity_detail(type text, source text, value text) returns text
language sql stable as $$
  select json_build_object('type', type, 'source', nullif(source, ''), 'value', value)::text
$$;

/* Removes the identities behind a contact's fields, at their current values. */
create or replace function drop_identities(organization text, contact text, fields text[]) returns void
language sql as $$
  with dropped as (
    delete from contact_identities as known using contacts as one
    cross join lateral (values
      ('external_id', 'external', one.external_source, one.external_id),
      ('phone_number', 'phone', '', substr(one.phone_number, 2)),
      ('phone_number', 'phone', '', other_form_of(substr(one.phone_number, 2))),
      ('email', 'email', '', email_key(one.email))
    ) as held (field, type, source, value)
    where one.organization_id = organization and one.id = contact and held.field = any (fields)
      and known.organization_id = organization and known.type = held.type and known.source = held.source
      and known.value = held.value and known.contact_id = contact
    returning known.type, known.source, known.value
  )
  insert into contact_history (organization_id, id, contact_id, action, detail)
  select organization, prefixed_id('hst'), contact, 'identity_removed', identity_detail(type, source, value) from dropped
$$;

/* The id of an identity: derived from its value, so it stays when the identity moves to another contact. */
create or replace function identity_id(identity contact_identities) returns text
language sql immutable as $$
  select 'idn_' || upper(substr(encode(sha256(convert_to(
    json_build_array(identity.organization_id, identity.type, identity.source, identity.value)::text, 'UTF8'
  )), 'hex'), 1, 26))
$$;
