-- Contacts that stay while something is written of them: merging or deleting one waits for those who do so.

/*
 * Keeps others from merging or deleting a contact until the transaction ends. Fails as a serialization failure, to be
 * repeated from where the contact was looked up, when that was done meanwhile.
 */
create or replace function hold_contact(organization text, contact text) returns void
language plpgsql as $$
begin
  perform from contacts where organization_id = organization and id = contact for key share;
  if not found then
    raise exception 'a contact went away while something was written of it' using errcode = 'serialization_failure';
  end if;
end $$;

/* The contact that an identity of the platform belongs to, held until the transaction ends; null when it is nobody's. */
create or replace function held_contact_of(organization text, identity_type text, identity_value text) returns text
language plpgsql as $$
declare
  held text;
  looks integer := 0;
begin
  loop
    held := contact_of(organization, identity_type, identity_value);
    exit when held is null;
    perform from contacts where organization_id = organization and id = held for key share;
    exit when found;
    looks := require_few_looks(looks);
  end loop;
  return held;
end $$;

/* A conversation, or the one that it became part of, locked; the id itself when there is none. */
create or replace function held_conversation(organization text, conversation text) returns text
language plpgsql as $$
declare
  held text;
begin
  loop
    held := current_conversation(organization, conversation);
    perform from conversations where organization_id = organization and id = held for no key update;
    exit when found or held = current_conversation(organization, conversation);
  end loop;
  return held;
end $$;

/*
 * Counts the looks for somebody who was merged or deleted while they were looked for. So often in a row means that
 * nobody does it: an identity names a contact that is not there.
 */
create or replace function require_few_looks(looks integer) returns integer
language plpgsql immutable as $$
begin
  if looks > 100 then
    raise exception 'an identity belongs to a contact that is not there';
  end if;
  return looks + 1;
end $$;
