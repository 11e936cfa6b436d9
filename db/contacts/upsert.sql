/*
 * Makes or changes many contacts at once: the one way in for single requests
 * and for imports.
 *
 *   select n, outcome, contact_id from upsert_contacts(organization, rows, emits)
 *
 * Each of `rows` (JSON): n (comes back, and rows are taken in its order),
 * external_source with external_id, phone_number (E.164 with its +), email,
 * bsuid, parent_bsuid, lid (digits), username (lower case), name, custom_fields (an object), tags (an array), cleared (names of fields
 * to empty, and their identities with them). A field that is absent or null
 * stays as it is; custom_fields are merged by key, where null takes a key away;
 * tags are added.
 *
 * The first of these identifiers that finds a contact says which one it is; the
 * others become identities of it, too, and its fields show what was given last. Outcome: created, updated, unchanged,
 * or conflict, when they find different contacts, or too_large, when the
 * contact would have more custom fields or tags than it may: then nothing is
 * written of that row. `emits` says whether contact.updated and crm.record.* are emitted.
 *
 * Rows of one contact are taken one after another, in rounds. If another
 * transaction creates the same identity at the same moment, this one waits and
 * finds it: an identity never belongs to two contacts. Identities and contacts
 * are written in key order; transactions that take several batches may still
 * lose a deadlock and must be repeated.
 */
create or replace function upsert_contacts(organization text, rows json, emits boolean default true)
returns table (n integer, outcome text, contact_id text) language plpgsql as $$
#variable_conflict use_column
declare
  pending contact_input[] := array(select input from json_populate_recordset(null::contact_input, rows) as input order by n);
  ready contact_input[];
  done integer[];
  results json;
  lost_rounds integer := 0;
  created text[] := '{}';
  updated text[] := '{}';
begin
  while cardinality(pending) > 0 loop
    ready := first_of_each_contact(pending);
    results := upsert_round(organization, ready);
    return query
      select one.n, one.outcome, one.contact_id
      from json_to_recordset(results) as one (n integer, outcome text, contact_id text);
    select array_agg(one.n),
      created || coalesce(array_agg(one.contact_id) filter (where one.outcome = 'created'), '{}'),
      updated || coalesce(array_agg(one.contact_id) filter (where one.outcome = 'updated'), '{}')
    into done, created, updated
    from json_to_recordset(results) as one (n integer, outcome text, contact_id text);
    lost_rounds := case when done is null then lost_rounds + 1 else 0 end;
    if lost_rounds > 100 then
      raise exception 'an identity belongs to a contact that is not there';
    end if;
    -- a row that lost a race has no result, and is tried again
    pending := array(
      select input from unnest(pending) as input where input.n <> all (coalesce(done, '{}')) order by input.n
    );
  end loop;
  if emits then
    perform tell_contacts(organization, created, 'created');
    perform tell_contacts(organization, array(select unnest(updated) except select unnest(created)), 'updated');
  end if;
end $$;

/* The rows that share no identity with a row before them: mostly all. */
create or replace function first_of_each_contact(inputs contact_input[]) returns contact_input[]
language plpgsql immutable as $$
declare
  later integer[];
begin
  select array_agg(named.n) into later
  from (
    select identity.n, min(identity.n) over (partition by identity.type, identity.source, identity.value) as first
    from identities_of(inputs) as identity
  ) as named
  where named.n <> named.first;
  if later is null then
    return inputs;
  end if;
  return array(select input from unnest(inputs) as input where input.n <> all (later) order by input.n);
end $$;

/* The identities that rows name. */
create or replace function identities_of(inputs contact_input[]) returns setof identity_input
language sql immutable as $$
  select row(input.n, identity.type, identity.source, identity.value, null)::identity_input
  from unnest(inputs) as input
  cross join lateral (values
    ('external', input.external_source, input.external_id),
    ('phone', '', substr(input.phone_number, 2)),
    ('phone', '', other_form_of(substr(input.phone_number, 2))),
    ('email', '', email_key(input.email)),
    ('bsuid', '', input.bsuid),
    ('parent_bsuid', '', input.parent_bsuid),
    ('lid', '', input.lid),
    ('username', '', input.username)
  ) as identity (type, source, value)
  where identity.value is not null
$$;

/*
 * Takes rows of different contacts. Returns n, outcome and contact_id of each as JSON, except for rows that lost a
 * race.
 */
create or replace function upsert_round(organization text, inputs contact_input[]) returns json
language plpgsql as $$
declare
  moment text := ulid_time(clock_timestamp());
  known identity_input[];
  places contact_place[];
  torn integer[];
  missing identity_input[];
  lost integer[];
  beyond integer[];
  changed text[];
begin
  known := array(
    select row(identity.n, identity.type, identity.source, identity.value, owner.contact_id)::identity_input
    from identities_of(inputs) as identity
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select one.contact_id from contact_identities as one
      where one.organization_id = organization and one.type = identity.type
        and one.source = identity.source and one.value = identity.value
      limit 1
    ) as owner on true
  );
  select
    array_agg(row(owned.n, coalesce(owned.contact_id, 'ct_' || moment || id_tail()), owned.contact_id is null)::contact_place)
      filter (where not owned.torn),
    array_agg(owned.n) filter (where owned.torn)
  into places, torn
  from (
    select one.n, min(one.contact_id) as contact_id, coalesce(min(one.contact_id) <> max(one.contact_id), false) as torn
    from unnest(known) as one group by one.n order by one.n
  ) as owned;

  places := lock_places(organization, places);
  beyond := rows_beyond_bounds(organization, inputs, places);
  if beyond is not null then
    places := array(select place from unnest(places) as place where place.n <> all (beyond));
  end if;
  missing := array(
    select row(one.n, one.type, one.source, one.value, place.contact_id)::identity_input
    from unnest(known) as one join unnest(places) as place on place.n = one.n
    where one.contact_id is null
    order by one.type, one.source, one.value
  );
  lost := add_identities(organization, missing);
  if lost is not null then
    places := array(select place from unnest(places) as place where place.n <> all (lost));
    missing := array(select one from unnest(missing) as one where one.n <> all (lost));
  end if;

  perform insert_contacts(organization, inputs, places);
  changed := update_contacts(organization, inputs, places, missing);

  return (
    select json_agg(ended) from (
      select place.n, place.contact_id, case
        when place.is_new then 'created' when place.contact_id = any (changed) then 'updated' else 'unchanged'
      end as outcome
      from unnest(places) as place
      union all
      select one, null, 'conflict' from unnest(torn) as one
      union all
      select one, null, 'too_large' from unnest(beyond) as one
    ) as ended
  );
end $$;

/* Locks the contacts that rows have found. A row whose contact has been deleted or merged meanwhile is left out. */
create or replace function lock_places(organization text, places contact_place[]) returns contact_place[]
language plpgsql as $$
declare
  wanted text[] := array(select distinct place.contact_id from unnest(places) as place where not place.is_new);
  alive text[];
begin
  if cardinality(wanted) = 0 then
    return places;
  end if;
  alive := array(
    select contact.id from contacts as contact
    where contact.organization_id = organization and contact.id = any (wanted)
    order by contact.id
    for update
  );
  if cardinality(alive) = cardinality(wanted) then
    return places;
  end if;
  return array(select place from unnest(places) as place where place.is_new or place.contact_id = any (alive));
end $$;

/* Adds identities that nobody had. If another contact has one of a row's by now, that row gets none and is returned. */
create or replace function add_identities(organization text, missing identity_input[]) returns integer[]
language plpgsql as $$
declare
  added integer;
  lost integer[];
begin
  insert into contact_identities (organization_id, type, source, value, contact_id)
  select organization, one.type, one.source, one.value, one.contact_id from unnest(missing) as one
  order by one.type, one.source, one.value
  on conflict do nothing;
  get diagnostics added = row_count;
  if added = cardinality(missing) then
    return null;
  end if;

  select array_agg(distinct one.n) into lost
  from unnest(missing) as one
  join contact_identities as taken on taken.organization_id = organization and taken.type = one.type
    and taken.source = one.source and taken.value = one.value
  where taken.contact_id <> one.contact_id;
  delete from contact_identities as taken using unnest(missing) as one
  where one.n = any (lost) and taken.organization_id = organization and taken.type = one.type
    and taken.source = one.source and taken.value = one.value and taken.contact_id = one.contact_id;
  return lost;
end $$;
