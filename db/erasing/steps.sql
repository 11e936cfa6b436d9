/*
 * The next step of an erasure through what has no index by which the person is found, at most so many rows; each is one
 * transaction, which also moves the place. Whoever has the number after the beginning is
 * somebody else: of later events, only those with the erased person's own ids are erased. Returns whether it has to wait.
 */
create or replace function step_erasure(organization text, erasure text, most integer) returns boolean
language plpgsql as $$
declare
  wanted contact_erasures;
  last text;
  erased integer := 0;
begin
  select * into wanted from contact_erasures
  where organization_id = organization and id = erasure and status = 'running' for update;
  case wanted.stage
    when 'texts' then
      if clock_timestamp() < (wanted.person ->> 'began')::timestamptz + interval '3 seconds' then return true; end if;
      perform erase_in_texts(organization, wanted.person);
    when 'events' then
      select event.last, event.erased into last, erased
      from erase_events(organization, wanted.person, wanted.place, most) as event;
    when 'deliveries' then
      if awaits_answers(organization, wanted.place) then
        return true;
      end if;
      last := erase_in_deliveries(organization, wanted.person, wanted.place, most);
    else
      raise exception 'an erasure has no step for %', wanted.stage;
  end case;
  update contact_erasures set events = events + erased, place = coalesce(last, '')
  where organization_id = organization and id = erasure;
  if last is null then
    perform next_stage(organization, erasure);
  end if;
  return false;
end $$;

/*
 * Whether an endpoint may still answer what was posted before the person's events were erased, and with it: an attempt lasts
 * 15 seconds at most.
 */
create or replace function awaits_answers(organization text, place text) returns boolean
language sql volatile as $$
  select place like 'after %' and clock_timestamp() < substr(place, 7)::timestamptz + interval '20 seconds' and exists (
    select from lane_items as item
    where item.organization_id = organization and item.kind = 'endpoint' and item.due_at <= substr(place, 7)::timestamptz
  )
$$;

/* Goes on with the next stage; after the last one the erasure is complete, and nothing in it says who it was. */
create or replace function next_stage(organization text, erasure text) returns void
language sql as $$
  update contact_erasures set stage = next.stage,
    place = case next.stage when 'deliveries' then 'after ' || clock_timestamp() else '' end,
    status = case when next.stage = 'completed' then 'completed' else status end,
    finished_at = case when next.stage = 'completed' then now() end,
    person = case when next.stage = 'completed' then null else person end
  from (values
    ('messages', 'groups'), ('groups', 'texts'), ('texts', 'events'), ('events', 'deliveries'), ('deliveries', 'completed')
  ) as next (after, stage)
  where organization_id = organization and id = erasure and contact_erasures.stage = next.after
$$;

/* Erases the events of a person among the next ones; the last that was looked at, null when there are no more. */
create or replace function erase_events(
  organization text, person jsonb, place text, most integer, out last text, out erased integer
) language plpgsql as $$
begin
  with looked as (
    select id, body from events where organization_id = organization and id > place order by id limit most
  ), changed as (
    update events set body = erased_body(events.body, person)
    from looked
    where events.organization_id = organization and events.id = looked.id and events.type <> 'contact.erased'
      and looked.body ~ case when looked.id < person ->> 'until' then person ->> 'pattern' else person ->> 'ids' end
    returning 1
  )
  select max(looked.id), (select count(*) from changed) into last, erased from looked;
end $$;

/* What endpoints answered, and what was posted to them, among the next deliveries. */
create or replace function erase_in_deliveries(organization text, person jsonb, place text, most integer) returns text
language plpgsql as $$
declare
  last text;
begin
  with looked as (
    select id from deliveries where organization_id = organization and id > place order by id limit most
  ), forgotten as (
    delete from delivery_requests as posted using looked
    where posted.organization_id = organization and posted.id = looked.id and posted.request ~ (person ->> 'pattern')
  ), changed as (
    update deliveries set response_body = without_person(response_body, person), error = without_person(error, person),
      bundle_response_bodies = array(
        select without_person(answer, person) from unnest(bundle_response_bodies) with ordinality as one (answer, nth) order by nth
      )
    from looked
    where deliveries.organization_id = organization and deliveries.id = looked.id and (
      response_body ~ (person ->> 'pattern') or error ~ (person ->> 'pattern')
      or array_to_string(bundle_response_bodies, ' ') ~ (person ->> 'pattern')
    )
  )
  select max(id) into last from looked;
  return last;
end $$;

/*
 * What names a person among what is kept of others: notes, comments, records, plans of broadcasts, approvals, lines of
 * imports, what waits to be read again, and what no index finds: at the beginning, others would wait for it.
 */
create or replace function erase_in_texts(organization text, person jsonb) returns void
language plpgsql as $$
declare
  pattern text := person ->> 'pattern';
begin
  perform erase_in_audit(organization, person);
  delete from web_messages
  where organization_id = organization and remote_jid ~ pattern and created_at < (person ->> 'began')::timestamptz;
  update message_costs set participant = person ->> 'stand_in'
  where organization_id = organization and participant = any (texts_of(person -> 'addresses'));
  update conversation_notes set body = without_person(body, person) where organization_id = organization and body ~ pattern;
  update contact_notes set body = without_person(body, person) where organization_id = organization and body ~ pattern;
  update contact_history set detail = without_person(detail, person) where organization_id = organization and detail ~ pattern;
  update contact_consents set source = without_person(source, person), proof = without_person(proof, person)
  where organization_id = organization and concat_ws(' ', source, proof) ~ pattern;
  update suppressions set proof = without_person(proof, person) where organization_id = organization and proof ~ pattern;
  update contacts set custom_fields = without_person(custom_fields, person), version = version + 1, updated_at = now()
  where organization_id = organization and custom_fields ~ pattern;
  update crm_comments set body = without_person(body, person) where organization_id = organization and body ~ pattern;
  update crm_records set name = without_person(name, person), custom_fields = without_person(custom_fields, person),
    version = version + 1, updated_at = now()
  where organization_id = organization and (name ~ pattern or custom_fields ~ pattern);
  update broadcasts set name = without_person(name, person), plan = without_person(plan, person),
    preview = without_person(preview, person)
  where organization_id = organization and concat_ws(' ', name, plan, preview) ~ pattern;
  update orders set note = without_person(note, person) where organization_id = organization and note ~ pattern;
  update imports set error = without_person(error, person) where organization_id = organization and error ~ pattern;
  delete from import_refusals
  where organization_id = organization and (detail ~ pattern or encode(record, 'escape') ~ pattern);
  delete from import_contacts where organization_id = organization and contact ~ pattern;
  with gone as (
    delete from approvals
    where organization_id = organization and concat_ws(' ', address, user_id, message, input) ~ pattern
    returning id
  )
  delete from approval_asks as ask using gone where ask.organization_id = organization and ask.approval_id = gone.id;
  delete from approval_asks where organization_id = organization and address ~ pattern;
  delete from idempotency_keys where organization_id = organization and response ~ pattern;
  delete from early_revisions where organization_id = organization and revision ~ pattern;
  delete from provider_webhooks where organization_id = organization and error is not null and body ~ pattern;
end $$;
