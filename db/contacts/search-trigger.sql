/*
 * Keeps the search in step with the contacts, however they are changed. A bulk
 * writer sets waypost.defer_search to on for its transaction, and writes
 * contact_search itself.
 */
create or replace function follow_contacts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from contact_search as known using changed
    where known.organization_id = changed.organization_id and known.contact_id = changed.id;
  elsif current_setting('waypost.defer_search', true) is distinct from 'on' then
    insert into contact_search as known (organization_id, contact_id, words)
    select one.organization_id, one.id, search_words(one) from changed as one order by 1, 2
    on conflict (organization_id, contact_id) do update
      set words = excluded.words where known.words <> excluded.words;
  end if;
  return null;
end $$;

create or replace trigger contacts_made after insert on contacts
referencing new table as changed for each statement execute function follow_contacts();
create or replace trigger contacts_changed after update on contacts
referencing new table as changed for each statement execute function follow_contacts();
create or replace trigger contacts_gone after delete on contacts
referencing old table as changed for each statement execute function follow_contacts();

/* The same for user names, which are kept beside the contacts. */
create or replace function follow_usernames() returns trigger
language plpgsql as $$
declare
  named contact_identities := case tg_op when 'DELETE' then old else new end;
begin
  if current_setting('waypost.defer_search', true) is distinct from 'on' then
    update contact_search as known set words = search_words(contact) from contacts as contact
    where known.organization_id = named.organization_id and known.contact_id = named.contact_id
      and contact.organization_id = known.organization_id and contact.id = known.contact_id;
  end if;
  return null;
end $$;

create or replace trigger usernames_given after insert or update on contact_identities
for each row when (new.type = 'username') execute function follow_usernames();
create or replace trigger usernames_taken after delete on contact_identities
for each row when (old.type = 'username') execute function follow_usernames();
