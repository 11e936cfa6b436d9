-- Numbers that are one person's in two forms (see contacts/number-forms.sql): a contact with one gets the other, too.
-- Where two contacts have them, they are listed here and become one soon after the start, piece by piece, which their
-- history and events tell.

create table number_forms (
  organization_id text not null,
  -- the form of the older contact, which stays
  value text not null,
  other text not null,
  primary key (organization_id, value)
);

create temporary table forms on commit drop as
select known.organization_id, known.value, known.contact_id, known.verified, form.other
from contact_identities as known
cross join lateral (
  select case
    when known.value ~ '^55[1-9][0-9]9[6-9][0-9]{7}$' then left(known.value, 4) || substr(known.value, 6)
    when known.value ~ '^55[1-9][0-9][6-9][0-9]{7}$' then left(known.value, 4) || '9' || substr(known.value, 5)
    when known.value ~ '^521[2-9][0-9]{9}$' then '52' || substr(known.value, 4)
    when known.value ~ '^52[2-9][0-9]{9}$' then '521' || substr(known.value, 3)
    when known.value ~ '^549[1-3][0-9]{9}$' then '54' || substr(known.value, 4)
    when known.value ~ '^54[1-3][0-9]{9}$' then '549' || substr(known.value, 3)
    when known.value ~ '^22901[2-9][0-9]{7}$' then '229' || substr(known.value, 6)
    when known.value ~ '^229[2-9][0-9]{7}$' then '22901' || substr(known.value, 4)
  end as other
) as form
where known.type = 'phone' and known.source = '' and form.other is not null;

insert into number_forms (organization_id, value, other)
select mine.organization_id, mine.value, mine.other
from forms as mine
join contact_identities as theirs on theirs.organization_id = mine.organization_id and theirs.type = 'phone'
  and theirs.source = '' and theirs.value = mine.other
join contacts as one on one.organization_id = mine.organization_id and one.id = mine.contact_id
join contacts as another on another.organization_id = mine.organization_id and another.id = theirs.contact_id
where mine.contact_id <> theirs.contact_id and (one.created_at, one.id) < (another.created_at, another.id);

insert into contact_identities (organization_id, type, value, contact_id, verified)
select organization_id, 'phone', other, contact_id, verified from forms
on conflict do nothing;
