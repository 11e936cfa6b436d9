-- Who was erased since a backup: each erasure has the next number, under which a file outside of the database says whom.

/* The number of an erasure that begins. Held until its transaction ends, so that none is left out. */
create or replace function next_erased() returns bigint
language sql as $$ update installation set erased = erased + 1 returning erased $$;

/*
 * Erases those of some contacts that there are again, as the erasure with the next number, which this database does not know.
 * Returns the erasures that are to be begun; none where another daemon was faster.
 */
create or replace function erase_again(nth bigint, organization text, contact_ids text[], why text)
returns setof text
language plpgsql as $$
begin
  update installation set erased = nth where erased = nth - 1;
  if not found then
    return;
  end if;
  return query
    insert into contact_erasures (organization_id, id, contact_id, reason, author, erase_at, number)
    select organization, prefixed_id('ers'), contact.id, why, 'restore', now(), nth
    from contacts as contact where contact.organization_id = organization and contact.id = any (contact_ids)
    returning id;
end $$;
