-- Comments, lists and relationships of records, with their events.

/* Writes a comment on a record; false when there is no such record. */
create or replace function create_crm_comment(organization text, record text, comment text, words text, writer text)
returns boolean language plpgsql as $$
declare
  known record;
begin
  select * into known from crm_record_of(organization, record);
  if not found then
    return false;
  end if;
  insert into crm_comments (organization_id, record_id, id, body, author)
  values (organization, record, comment, words, writer);
  perform tell_record(organization, record, known.object_kind, known.display_name, 'crm.comment.created',
    jsonb_build_object('comment_id', comment));
  return true;
end $$;

/* Deletes a comment; false when there is none. */
create or replace function delete_crm_comment(organization text, record text, comment text) returns boolean
language plpgsql as $$
declare
  known record;
begin
  delete from crm_comments where organization_id = organization and record_id = record and id = comment;
  if not found then
    return false;
  end if;
  select * into known from crm_record_of(organization, record);
  perform tell_record(organization, record, known.object_kind, known.display_name, 'crm.comment.deleted',
    jsonb_build_object('comment_id', comment));
  return true;
end $$;

/* Emits an event about a record on a list. */
create or replace function tell_entry(
  organization text, list text, record text, record_kind text, called text, event_type text
) returns void language sql as $$
  select tell_record(organization, record, record_kind, called, event_type,
    jsonb_build_object('list_id', list, 'list_name', (
      select name from crm_lists where organization_id = organization and id = list
    )))
$$;

/* Puts records on a list, in order; returns those that were not on it. Records that do not exist are left out. */
create or replace function add_crm_entries(organization text, list text, records text[]) returns setof text
language plpgsql as $$
declare
  added record;
begin
  for added in
    with known as (
      select wanted.id, wanted.place, one.object_kind, one.display_name
      from unnest(records) with ordinality as wanted (id, place)
      cross join lateral crm_record_of(organization, wanted.id) as one
    ), entered as (
      insert into crm_list_entries (organization_id, list_id, record_id)
      select organization, list, known.id from known order by known.place
      on conflict do nothing
      returning record_id
    )
    select known.* from known join entered on entered.record_id = known.id order by known.place
  loop
    perform tell_entry(organization, list, added.id, added.object_kind, added.display_name, 'crm.list.entry_added');
    return next added.id;
  end loop;
end $$;

/* Takes a record off a list; false when it is not on it. */
create or replace function remove_crm_entry(organization text, list text, record text) returns boolean
language plpgsql as $$
declare
  known record;
begin
  delete from crm_list_entries where organization_id = organization and list_id = list and record_id = record;
  if not found then
    return false;
  end if;
  select * into known from crm_record_of(organization, record);
  perform tell_entry(organization, list, record, known.object_kind, known.display_name, 'crm.list.entry_removed');
  return true;
end $$;

/* Deletes a list and takes every record off it; false when there is none. */
create or replace function delete_crm_list(organization text, list text) returns boolean
language plpgsql as $$
declare
  entry record;
begin
  perform from crm_lists where organization_id = organization and id = list for update;
  if not found then
    return false;
  end if;
  for entry in
    select record_id from crm_list_entries where organization_id = organization and list_id = list order by position
  loop
    perform remove_crm_entry(organization, list, entry.record_id);
  end loop;
  delete from crm_lists where organization_id = organization and id = list;
  return true;
end $$;

/* Emits an event about a relationship. One of its records may be gone already: that one is described. */
create or replace function tell_relationship(
  organization text, relationship text, relation text, record text, related text,
  gone text, gone_kind text, gone_name text, event_type text
) returns void language plpgsql as $$
declare
  first record;
  second record;
begin
  select * into first from crm_record_of(organization, record);
  select * into second from crm_record_of(organization, related);
  perform tell_record(
    organization, record, case record when gone then gone_kind else first.object_kind end,
    case record when gone then gone_name else first.display_name end, event_type, jsonb_build_object(
      'relationship_id', relationship, 'type', relation,
      'related_object_kind', case related when gone then gone_kind else second.object_kind end,
      'related_record_id', related
    ));
end $$;

/* Links two records: linked, exists (they are so already), or missing, when one of them is. */
create or replace function link_crm_records(organization text, relationship text, record text, related text, relation text)
returns text language plpgsql as $$
begin
  if (select count(*) from unnest(array[record, related]) as one cross join lateral crm_record_of(organization, one)) < 2 then
    return 'missing';
  end if;
  insert into crm_relationships (organization_id, id, record_id, related_record_id, type)
  values (organization, relationship, record, related, relation)
  on conflict do nothing;
  if not found then
    return 'exists';
  end if;
  perform tell_relationship(organization, relationship, relation, record, related, null, null, null, 'crm.relationship.linked');
  return 'linked';
end $$;

/* Ends a relationship of a record; false when there is none. */
create or replace function unlink_crm_records(organization text, record text, relationship text) returns boolean
language plpgsql as $$
declare
  ended crm_relationships;
begin
  delete from crm_relationships
  where organization_id = organization and id = relationship and (record_id = record or related_record_id = record)
  returning * into ended;
  if ended.id is null then
    return false;
  end if;
  perform tell_relationship(
    organization, ended.id, ended.type, ended.record_id, ended.related_record_id, null, null, null,
    'crm.relationship.unlinked'
  );
  return true;
end $$;
