-- How contacts are found by pieces of words: trigrams of our own, because an
-- extension may not be there, and pg_trgm knows only ASCII in the C locale.

/*
 * A text for comparing: lower case, without accents. Case needs a collation
 * that knows more than ASCII: Postgres's own (17 and later), ICU's, or else the
 * database's.
 */
do $body$
declare
  collated text := coalesce((
    select ' collate ' || quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1
  ), '');
begin
  execute format($function$
    create or replace function folded(given text) returns text language sql immutable parallel safe as $$
      select case when octet_length(given) = length(given) then lower(given) else regexp_replace(
        lower(normalize(given, nfkd)%s), '[\u0300-\u036f]', '', 'g'
      ) end
    $$
  $function$, collated);
end $body$;

/* What a contact is found by, folded: a blank before each word. */
create or replace function search_words(contact contacts) returns text
language sql immutable as $$
  select ' ' || left(regexp_replace(folded(concat_ws(' ',
    contact.name, nullif(contact.profile_name, contact.name), contact.email, contact.phone_number, contact.external_id
  )), '\s+', ' ', 'g'), 1000)
$$;

/* The hashes of every three characters of folded words, and of the first one of each word, with the organisation. */
create or replace function trigrams_of(organization text, words text) returns integer[]
language sql immutable as $$
  select coalesce(array_agg(distinct hashtext(organization || substr(words, place, size))), '{}')
  from generate_series(1, length(words) - 1) as place
  cross join lateral (select 3 as size union all select 2 where substr(words, place, 1) = ' ') as piece
  where place + size - 1 <= length(words)
$$;

/* What the trigrams of a contact must hold, so that every one of the (folded) words may be in it. */
create or replace function trigrams_wanted(organization text, words text[]) returns integer[]
language sql immutable as $$
  select coalesce(array_agg(distinct hash), '{}')
  from unnest(words) as word
  -- a short word stands at the beginning of one
  cross join lateral (select case when length(word) < 3 then ' ' || word else word end as piece) as given
  cross join lateral (
    select hashtext(organization || given.piece) as hash where length(given.piece) < 3
    union all
    select hashtext(organization || substr(given.piece, place, 3)) from generate_series(1, length(given.piece) - 2) as place
  ) as hashes
$$;

/* What the words of a contact must be like for one (folded) word of a search. */
create or replace function search_pattern(word text) returns text
language sql immutable as $$
  select case when length(word) < 3 then '% ' else '%' end || replace(replace(replace(
    word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

/* Makes contacts findable by what they are now: those of an import that put it off. */
create or replace function index_contacts(organization text, ids text[]) returns void
language sql as $$
  insert into contact_search as known (organization_id, contact_id, words, trigrams)
  select organization, contact.id, contact.words, trigrams_of(organization, contact.words)
  from (
    select wanted.id, search_words(found.one) as words from unnest(ids) as wanted (id)
    cross join lateral (
      select one from contacts as one where one.organization_id = organization and one.id = wanted.id limit 1
    ) as found
    order by wanted.id
  ) as contact
  on conflict (organization_id, contact_id) do update set words = excluded.words, trigrams = excluded.trigrams
    where known.words <> excluded.words
$$;

/*
 * Keeps the search in step with the contacts, whoever changes them. A bulk
 * writer sets waypost.defer_search to on for its transaction, and calls
 * index_contacts later.
 */
create or replace function follow_contacts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from contact_search as known using changed
    where known.organization_id = changed.organization_id and known.contact_id = changed.id;
  elsif current_setting('waypost.defer_search', true) is distinct from 'on' then
    perform index_contacts(batch.organization_id, batch.ids)
    from (select organization_id, array_agg(id) as ids from changed group by organization_id order by 1) as batch;
  end if;
  return null;
end $$;

create or replace trigger contacts_made after insert on contacts
referencing new table as changed for each statement execute function follow_contacts();
create or replace trigger contacts_changed after update on contacts
referencing new table as changed for each statement execute function follow_contacts();
create or replace trigger contacts_gone after delete on contacts
referencing old table as changed for each statement execute function follow_contacts();
