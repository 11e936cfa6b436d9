-- The writes of upsert_contacts, once the contact of each row is known.

/* Writes the contacts that are new, with their tags. */
create or replace function insert_contacts(organization text, inputs contact_input[], places contact_place[]) returns void
language sql as $$
  insert into contacts (
    organization_id, id, phone_number, name, email, external_source, external_id, custom_fields
  )
  select organization, place.contact_id, input.phone_number, input.name, input.email, input.external_source,
    input.external_id, merged_fields('{}', input.custom_fields)
  from unnest(places) as place join unnest(inputs) as input on input.n = place.n
  where place.is_new
  order by place.contact_id;

  insert into contact_tags (organization_id, name, contact_id)
  select distinct organization, tag, place.contact_id
  from unnest(places) as place join unnest(inputs) as input on input.n = place.n
  cross join lateral unnest(input.tags) as tag
  where place.is_new
  order by tag, place.contact_id
$$;

/* The rows whose contact would have more custom fields or tags than it may; null when there are none. */
create or replace function rows_beyond_bounds(
  organization text, inputs contact_input[], places contact_place[]
) returns integer[] language sql stable as $$
  select array_agg(place.n)
  from unnest(places) as place join unnest(inputs) as input on input.n = place.n
  left join lateral (
    select one.custom_fields from contacts as one
    where one.organization_id = organization and one.id = place.contact_id
    limit 1
  ) as contact on not place.is_new and input.custom_fields is not null
  where (
    input.custom_fields is not null and too_many_fields(
      merged_fields(
        case when 'custom_fields' = any (input.cleared) then '{}' else coalesce(contact.custom_fields, '{}') end,
        input.custom_fields
      ),
      coalesce(contact.custom_fields, '{}'), most_contact_bytes()
    )
  ) or (
    cardinality(input.tags) > 0 and not place.is_new and (
      select count(*) from (
        select name from contact_tags where organization_id = organization and contact_id = place.contact_id
        union select unnest(input.tags)
      ) as tag
    ) > most_tags()
  )
$$;

/* Changes the contacts that existed before. Returns those that differ now. */
create or replace function update_contacts(
  organization text, inputs contact_input[], places contact_place[], added identity_input[]
) returns text[] language plpgsql as $$
declare
  touched text[];
  changed text[];
begin
  if not exists (select from unnest(places) as place where not place.is_new) then
    return '{}';
  end if;
  perform drop_identities(organization, place.contact_id, input.cleared)
  from unnest(places) as place join unnest(inputs) as input on input.n = place.n
  where not place.is_new and cardinality(input.cleared) > 0;
  touched := note_additions(organization, inputs, places, added);

  -- materialized: otherwise each row is made again for each contact that the update looks at
  with next as materialized (
    select place.contact_id = any (touched) as touched, next.*
    from unnest(places) as place join unnest(inputs) as input on input.n = place.n
    cross join lateral (
      select one from contacts as one where one.organization_id = organization and one.id = place.contact_id limit 1
    ) as contact
    cross join lateral changed_contact(contact.one, input) as next
    where not place.is_new
  ), updated as (
    update contacts as contact set
      phone_number = next.phone_number, name = next.name, email = next.email, external_source = next.external_source,
      external_id = next.external_id, custom_fields = next.custom_fields,
      version = contact.version + 1, updated_at = now()
    from next
    where contact.organization_id = organization and contact.id = next.id
      and (next.touched or (
        next.phone_number, next.name, next.email, next.external_source, next.external_id, next.custom_fields
      ) is distinct from (
        contact.phone_number, contact.name, contact.email, contact.external_source, contact.external_id,
        contact.custom_fields
      ))
    returning contact.id
  )
  select array_agg(id) into changed from updated;
  return coalesce(changed, '{}');
end $$;

/*
 * Adds tags to contacts that existed before, and notes their new identities in the history. Returns those that got any.
 */
create or replace function note_additions(
  organization text, inputs contact_input[], places contact_place[], added identity_input[]
) returns text[] language sql as $$
  with tagged as (
    insert into contact_tags (organization_id, name, contact_id)
    select distinct organization, tag, place.contact_id
    from unnest(places) as place join unnest(inputs) as input on input.n = place.n
    cross join lateral unnest(input.tags) as tag
    where not place.is_new
    order by tag, place.contact_id
    on conflict do nothing
    returning contact_id
  ), identified as (
    insert into contact_history (organization_id, id, contact_id, action, detail)
    select organization, prefixed_id('hst'), one.contact_id, 'identity_added',
      identity_detail(one.type, one.source, one.value)
    from unnest(added) as one join unnest(places) as place on place.n = one.n
    where not place.is_new
    returning contact_id
  )
  select coalesce(array_agg(contact_id), '{}')
  from (select contact_id from tagged union select contact_id from identified) as one
$$;
