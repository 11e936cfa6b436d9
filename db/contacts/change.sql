-- Changes of one contact.

/*
 * Changes the given fields of a contact (see contact_input); those named in
 * `cleared` are emptied. A given number, address or external id replaces the
 * one before, which then belongs to nobody; a given user id or name is added. Outcome: changed, unchanged,
 * not_found, stale (its version is not `expected`; null accepts any version) or
 * conflict (an identity is another contact's).
 */
create or replace function change_contact(organization text, contact text, changes json, expected integer) returns text
language plpgsql as $$
declare
  given contact_input := json_populate_record(null::contact_input, changes);
  current contacts;
  next contacts;
  replaced text[];
begin
  select * into current from contacts where organization_id = organization and id = contact for update;
  if not found then
    return 'not_found';
  elsif current.version <> expected then
    return 'stale';
  end if;
  next := changed_contact(current, given);
  if next is not distinct from current and not exists (
    select from identities_of(array[given]) as wanted
    where contact_of(organization, wanted.type, wanted.value) is distinct from contact
      and wanted.type in ('bsuid', 'parent_bsuid', 'lid', 'username')
  ) then
    return 'unchanged';
  end if;

  perform refuse_many_fields(next.custom_fields, current.custom_fields, most_contact_bytes());
  replaced := array_remove(array[
    case when next.phone_number is distinct from current.phone_number then 'phone_number' end,
    case when email_key(next.email) is distinct from email_key(current.email) then 'email' end,
    case when (next.external_source, next.external_id) is distinct from (current.external_source, current.external_id)
      then 'external_id' end
  ], null);
  if exists (
    select from identities_of(array[given]) as wanted
    join contact_identities as known on known.organization_id = organization and known.type = wanted.type
      and known.source = wanted.source and known.value = wanted.value
    where known.contact_id <> contact
  ) then
    return 'conflict';
  end if;
  perform drop_identities(organization, contact, replaced);
  perform hold_identities(organization, contact, given);

  update contacts set
    phone_number = next.phone_number, name = next.name, email = next.email, external_source = next.external_source,
    external_id = next.external_id, custom_fields = next.custom_fields, version = version + 1, updated_at = now()
  where organization_id = organization and id = contact;
  perform tell_contact(organization, contact);
  return 'changed';
end $$;

/* Gives a contact these identities. Fails as a serialization failure when somebody else took one first. */
create or replace function hold_identities(organization text, contact text, given contact_input) returns void
language plpgsql as $$
begin
  with added as (
    insert into contact_identities as known (organization_id, type, source, value, contact_id)
    select organization, wanted.type, wanted.source, wanted.value, contact
    from identities_of(array[given]) as wanted
    order by wanted.type, wanted.source, wanted.value
    on conflict do nothing
    returning known.type, known.source, known.value
  )
  insert into contact_history (organization_id, id, contact_id, action, detail)
  select organization, prefixed_id('hst'), contact, 'identity_added', identity_detail(type, source, value) from added;
  if exists (
    select from identities_of(array[given]) as wanted
    join contact_identities as known on known.organization_id = organization and known.type = wanted.type
      and known.source = wanted.source and known.value = wanted.value
    where known.contact_id <> contact
  ) then
    raise exception 'an identity was taken meanwhile' using errcode = 'serialization_failure';
  end if;
end $$;

/*
 * Deletes a contact and everything kept about it, suppressions too; false when
 * there is none. Its conversations, messages and orders stay, without a
 * contact.
 */
create or replace function delete_contact(organization text, contact text) returns boolean
language plpgsql as $$
declare
  gone contacts;
begin
  select * into gone from contacts where organization_id = organization and id = contact for update;
  if not found then
    return false;
  end if;
  perform lock_messages(organization, lock_conversations(organization, array[contact]));
  perform emit_events(array(select event::event_input from contact_events(gone, 'deleted') as event));
  perform drop_contact(organization, contact);
  return true;
end $$;

/* Takes a contact away, with everything kept about it. The transaction has locked it, its conversations and messages. */
create or replace function drop_contact(organization text, contact text) returns void
language plpgsql as $$
begin
  update messages as message set contact_id = null
  from conversations as conversation
  where conversation.organization_id = organization and conversation.contact_id = contact
    and message.conversation_id = conversation.id and message.organization_id = organization;
  delete from conversation_notes as note using conversations as conversation
  where conversation.organization_id = organization and conversation.contact_id = contact
    and note.organization_id = organization and note.conversation_id = conversation.id;
  -- nobody is left who waits
  update conversations set contact_id = null, waiting_since = null
  where organization_id = organization and contact_id = contact;
  update orders set contact_id = null where organization_id = organization and contact_id = contact;
  delete from contact_identities where organization_id = organization and contact_id = contact;
  delete from contact_notes where organization_id = organization and contact_id = contact;
  delete from cost_contacts where organization_id = organization and contact_id = contact;
  delete from contact_tags where organization_id = organization and contact_id = contact;
  delete from contact_consents where organization_id = organization and contact_id = contact;
  delete from suppressions where organization_id = organization and contact_id = contact;
  delete from contact_history where organization_id = organization and contact_id = contact;
  delete from contact_aliases where organization_id = organization and contact_id = contact;
  -- what was to be posted of the person is made anew, without them
  delete from delivery_requests where organization_id = organization and contact_id = contact;
  delete from delivery_requests where organization_id = organization and participant_contact_id = contact;
  delete from contacts where organization_id = organization and id = contact;
end $$;

/* Notes that something kept beside a contact's row changed, such as a tag, and emits the event. */
create or replace function touch_contact(organization text, contact text) returns void
language plpgsql as $$
begin
  update contacts set version = version + 1, updated_at = now() where organization_id = organization and id = contact;
  perform tell_contact(organization, contact);
end $$;
