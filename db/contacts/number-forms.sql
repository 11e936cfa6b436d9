-- Numbers that are one person's in two forms: an older and a newer one, of which WhatsApp uses either.

/*
 * The other form of a number (digits) that WhatsApp may know its owner by; null where there is one form alone. Brazil
 * put a 9 before its mobile numbers, Benin 01 before all of them (30 November 2024), and mobile numbers of Mexico and
 * Argentina were, or are, dialled from abroad with a 1 or 9 after the country's code.
 * Sources: ITU-T E.164 national numbering plans; Meta, "Phone numbers", on wa_id.
 */
create or replace function other_form_of(number text) returns text
language sql immutable parallel safe strict as $$
  select case
    when number ~ '^55[1-9][0-9]9[6-9][0-9]{7}$' then left(number, 4) || substr(number, 6)
    when number ~ '^55[1-9][0-9][6-9][0-9]{7}$' then left(number, 4) || '9' || substr(number, 5)
    when number ~ '^521[2-9][0-9]{9}$' then '52' || substr(number, 4)
    when number ~ '^52[2-9][0-9]{9}$' then '521' || substr(number, 3)
    when number ~ '^549[1-3][0-9]{9}$' then '54' || substr(number, 4)
    when number ~ '^54[1-3][0-9]{9}$' then '549' || substr(number, 3)
    when number ~ '^22901[2-9][0-9]{7}$' then '229' || substr(number, 6)
    when number ~ '^229[2-9][0-9]{7}$' then '22901' || substr(number, 4)
  end
$$;

/* The other form of an identity of the platform; null where there is none. */
create or replace function other_form_of(identity_type text, identity_value text) returns text
language sql immutable parallel safe as $$
  select case when identity_type = 'phone' then other_form_of(identity_value) end
$$;
