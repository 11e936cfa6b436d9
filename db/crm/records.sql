-- Records of the CRM: made, changed and deleted with their events, in one transaction each.

/* The kind and the name of a record; no row when there is none. */
create or replace function crm_record_of(organization text, record text)
returns table (object_kind text, display_name text) language sql stable as $$
  select kind, name from crm_records where organization_id = organization and id = record
  union all
  select 'contact', contact_label(contacts) from contacts where organization_id = organization and id = record
$$;

/* Emits an event about a record, which may be gone already. */
create or replace function tell_record(
  organization text, record text, record_kind text, called text, event_type text
) returns void language sql as $$
  select emit_events(array[record_event(event_type, organization, record, record_kind, called)])
$$;

/* Makes a record. */
create or replace function create_crm_record(organization text, record text, record_kind text, fields json)
returns setof crm_records language plpgsql as $$
declare
  made crm_records;
begin
  made := json_populate_record(null::crm_records, fields);
  perform refuse_many_fields(merged_fields('{}', made.custom_fields), '{}', most_record_bytes());
  insert into crm_records (
    organization_id, id, kind, name, custom_fields, pipeline_id, stage, amount, currency, due_at, completed_at, assignee_id
  )
  values (
    organization, record, record_kind, made.name, merged_fields('{}', made.custom_fields), made.pipeline_id, made.stage,
    made.amount, made.currency, made.due_at, made.completed_at, made.assignee_id
  )
  returning * into made;
  perform tell_record(organization, record, record_kind, made.name, 'crm.record.created');
  return next made;
end $$;

/*
 * Changes a record by the columns that `fields` has (custom_fields are merged by
 * key), if its version is the one expected (null is any). Returns updated,
 * unchanged, stale (it has another version) or missing.
 */
create or replace function update_crm_record(organization text, record text, fields json, expected integer)
returns text language plpgsql as $$
declare
  before crm_records;
  wanted crm_records;
begin
  select * into before from crm_records where organization_id = organization and id = record for update;
  if not found then
    return 'missing';
  elsif before.version <> expected then
    return 'stale';
  end if;
  wanted := json_populate_record(before, fields);
  wanted.custom_fields := merged_fields(before.custom_fields, fields ->> 'custom_fields');
  perform refuse_many_fields(wanted.custom_fields, before.custom_fields, most_record_bytes());
  if wanted is not distinct from before then
    return 'unchanged';
  end if;
  update crm_records set
    name = wanted.name, custom_fields = wanted.custom_fields, pipeline_id = wanted.pipeline_id, stage = wanted.stage,
    amount = wanted.amount, currency = wanted.currency, due_at = wanted.due_at, completed_at = wanted.completed_at,
    assignee_id = wanted.assignee_id, version = before.version + 1, updated_at = now()
  where organization_id = organization and id = record;
  perform tell_record(organization, record, before.kind, wanted.name, 'crm.record.updated');
  if (before.pipeline_id, before.stage) is distinct from (wanted.pipeline_id, wanted.stage) then
    perform emit_events(array[stage_event(wanted, before.stage)]);
  end if;
  if before.completed_at is null and wanted.completed_at is not null then
    perform emit_events(array[task_event(wanted)]);
  end if;
  return 'updated';
end $$;

/* Deletes a record with its comments, lists and relationships; false when there is none. */
create or replace function delete_crm_record(organization text, record text) returns boolean
language plpgsql as $$
declare
  gone crm_records;
begin
  delete from crm_records where organization_id = organization and id = record returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform forget_crm_record(organization, record, gone.kind, gone.name);
  perform tell_record(organization, record, gone.kind, gone.name, 'crm.record.deleted');
  return true;
end $$;

/* Removes everything that names a record which is gone. */
create or replace function forget_crm_record(organization text, record text, record_kind text, called text) returns void
language plpgsql as $$
declare
  entry record;
begin
  delete from crm_comments where organization_id = organization and record_id = record;
  for entry in
    delete from crm_list_entries where organization_id = organization and record_id = record returning list_id
  loop
    perform tell_entry(organization, entry.list_id, record, record_kind, called, 'crm.list.entry_removed');
  end loop;
  for entry in
    delete from crm_relationships
    where organization_id = organization and (record_id = record or related_record_id = record)
    returning id, record_id, related_record_id, type
  loop
    perform tell_relationship(
      organization, entry.id, entry.type, entry.record_id, entry.related_record_id, record, record_kind, called,
      'crm.relationship.unlinked'
    );
  end loop;
end $$;
