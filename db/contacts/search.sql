-- How contacts are found by pieces of words: a text of each, with an index of its trigrams.

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
    create or replace function folded(given text) returns text language plpgsql immutable parallel safe as $$
    begin
      if octet_length(given) = length(given) then
        return lower(given);
      end if;
      return regexp_replace(lower(normalize(given, nfkd)%s), '[\u0300-\u036f]', '', 'g');
    end $$
  $function$, collated);
end $body$;

/*
 * Letters beyond ASCII have no trigrams in a database of the C locale, so they
 * are searched for by their bytes, as capitals from G to V, which no folded text
 * holds. Null when there are none.
 */
create or replace function searchable_bytes(words text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(words) > length(words) then translate(
    encode(convert_to(words, 'UTF8'), 'hex'), '0123456789abcdef', 'GHIJKLMNOPQRSTUV'
  ) end
$$;

/* The words that a contact is found by, folded, a blank before each, and their bytes where they are not ASCII. */
create or replace function search_words(contact contacts) returns text
language plpgsql stable as $$
declare
  words text := ' ' || folded(translate(left(
    coalesce(contact.name || ' ', '') || coalesce(nullif(contact.profile_name, contact.name) || ' ', '')
      || coalesce((
        select string_agg(value || ' ', '' order by value) from contact_identities
        where organization_id = contact.organization_id and contact_id = contact.id and type = 'username'
      ), '')
      || coalesce(contact.email || ' ', '') || coalesce(contact.phone_number || ' ', '')
      || coalesce(contact.external_id, ''),
    1000
  ), E'\t\n\r', '   '));
begin
  return words || coalesce('|' || searchable_bytes(words), '');
end $$;

/* What the words of a contact must be like for all words of a search. One of one or two letters begins a word. */
create or replace function search_patterns(words text[]) returns text[]
language sql immutable as $$
  select array_agg(distinct '%' || pattern || '%')
  from unnest(words) as word
  cross join lateral (select case when length(word) < 3 then ' ' else '' end || folded(word) as piece) as given
  cross join lateral (values
    (replace(replace(replace(given.piece, '\', '\\'), '%', '\%'), '_', '\_')), (searchable_bytes(given.piece))
  ) as wanted (pattern)
  where pattern is not null
$$;
