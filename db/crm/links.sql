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
  perform emit_events(array[
    comment_event('crm.comment.created', organization, record, known.object_kind, known.display_name, comment)
  ]);
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
  perform emit_events(array[
    comment_event('crm.comment.deleted', organization, record, known.object_kind, known.display_name, comment)
  ]);
  return true;
end $$;

/* Emits an event about a record on a list of some name, which may be gone. */
create or replace function tell_entry_of(
  organization text, list text, list_name text, record text, record_kind text, called text, event_type text
) returns void language sql as $$
  select emit_events(array[entry_event(event_type, organization, record, record_kind, called, list, list_name)])
$$;

/* Emits an event about a record on a list that is there. */
create or replace function tell_entry(
  organization text, list text, record text, record_kind text, called text, event_type text
) returns void language sql as $$
  select tell_entry_of(organization, list, (
    select name from crm_lists where organization_id = organization and id = list
  ), record, record_kind, called, event_type)
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

/*
 * Deletes a list and takes every record off it; false when there is none. If
 * the list is long, a job takes off the rest.
 */
create or replace function delete_crm_list(organization text, list text) returns boolean
language plpgsql as $$
declare
  called text;
begin
  delete from crm_lists where organization_id = organization and id = list returning name into called;
  if not found then
    return false;
  end if;
  if end_list_entries(organization, list, called, 200) = 'step' then
    perform plan_list_end(organization, list, called);
  end if;
  return true;
end $$;

/* Takes at most `most` records off a list that is gone. Returns what to do next: step or nothing. */
create or replace function end_list_entries(organization text, list text, list_name text, most integer) returns text
language plpgsql as $$
declare
  taken text[] := array(
    select record_id from crm_list_entries where organization_id = organization and list_id = list
    order by position limit most
  );
  record_key text;
  known record;
begin
  foreach record_key in array taken loop
    delete from crm_list_entries where organization_id = organization and list_id = list and record_id = record_key;
    -- unless the record was deleted meanwhile: its deletion emitted the event already
    if found then
      select * into known from crm_record_of(organization, record_key);
      perform tell_entry_of(
        organization, list, list_name, record_key, known.object_kind, known.display_name, 'crm.list.entry_removed'
      );
    end if;
  end loop;
  return case when cardinality(taken) < most then 'nothing' else 'step' end;
end $$;

/* Plans the job that continues it, in so many milliseconds. */
create or replace function plan_list_end(
  organization text, list text, list_name text, milliseconds double precision default 0
) returns void language sql as $$
  select graphile_worker.add_job(
    'end_list', json_build_object('organizationId', organization, 'listId', list, 'name', list_name),
    run_at => after_milliseconds(milliseconds), max_attempts => 1000, priority => 10, job_key => 'end_list:' || list,
    queue_name => long_jobs_of(organization)
  )
$$;

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
  perform emit_events(array[relationship_event(
    event_type, organization, record, case record when gone then gone_kind else first.object_kind end,
    case record when gone then gone_name else first.display_name end, relationship, relation, related,
    case related when gone then gone_kind else second.object_kind end
  )]);
end $$;

/* Links two records. Returns linked, exists (they were linked already) or missing (one of them does not exist). */
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
