/*
 * Contacts come and go in many ways. At the end of a transaction, what was said, listed and linked of one that went goes
 * with it, or over to the contact that it became part of; see crm/contacts.sql.
 */
create or replace function follow_gone_contact() returns trigger
language plpgsql as $$
begin
  perform settle_gone_contact(old.organization_id, old.id);
  return null;
end $$;

do $$
begin
  -- a constraint trigger can't be replaced
  if not exists (select from pg_trigger where tgname = 'contact_gone' and tgrelid = 'contacts'::regclass) then
    create constraint trigger contact_gone after delete on contacts
    deferrable initially deferred
    for each row execute function follow_gone_contact();
  end if;
end $$;
