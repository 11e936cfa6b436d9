-- Where a message goes: a number, WhatsApp's own id of somebody who shows none, or a group.

/*
 * Whether WhatsApp's own id is a group's: `<digits>@g.us` on paired numbers, letters and digits alone on official ones.
 * People's ids have a dot (of a business's own users) or an @.
 */
create or replace function is_group(user_id text) returns boolean
language sql immutable parallel safe as $$
  select user_id like '%@g.us' or (strpos(user_id, '@') = 0 and strpos(user_id, '.') = 0)
$$;

/* The kind of identity that an address is: of the number, if there is one. */
create or replace function identity_type_of(phone text, user_id text) returns text
language sql immutable parallel safe as $$
  select case
    when phone is not null or user_id is null then 'phone'
    when user_id like '%@lid' then 'lid'
    when is_group(user_id) then 'group'
    when user_id like '__.ENT.%' then 'parent_bsuid'
    else 'bsuid'
  end
$$;

/* The identity itself, as contacts have it: a LID by its digits. */
create or replace function identity_value_of(phone text, user_id text) returns text
language sql immutable parallel safe as $$
  select coalesce(phone, case when user_id like '%@lid' then split_part(user_id, '@', 1) else user_id end)
$$;

/* An identity in the form that messages are addressed by; null for what is no id of WhatsApp's own. */
create or replace function user_id_of(identity_type text, identity_value text) returns text
language sql immutable parallel safe as $$
  select case
    when identity_type = 'lid' then identity_value || '@lid'
    when identity_type in ('bsuid', 'parent_bsuid', 'group') then identity_value
  end
$$;

/* A contact by its id, or by the id of one that became part of it; null when there is none. */
create or replace function current_contact(organization text, contact text) returns text
language sql stable as $$
  select coalesce(
    (select known.id from contacts as known where known.organization_id = organization and known.id = contact),
    (
      select alias.contact_id from contact_aliases as alias
      where alias.organization_id = organization and alias.id = contact
    )
  )
$$;

/* A conversation by its id, or by the id of one that became part of it; the id itself when there is none. */
create or replace function current_conversation(organization text, conversation text) returns text
language sql stable as $$
  select coalesce(
    (
      select alias.conversation_id from conversation_aliases as alias
      where alias.organization_id = organization and alias.id = conversation
    ),
    conversation
  )
$$;

/*
 * Whether a user id is of another portfolio than a channel: its owner wrote by it on numbers of others alone. False
 * where the portfolios are not known.
 */
create or replace function is_foreign_id(organization text, contact text, channel text, user_id text) returns boolean
language sql stable as $$
  select coalesce(bool_and(theirs.portfolio_id <> mine.portfolio_id), false)
  from conversations as one
  join channels as theirs on theirs.organization_id = organization and theirs.id = one.channel_id
  join channels as mine on mine.organization_id = organization and mine.id = channel
  where one.organization_id = organization and one.contact_id = contact and one.user_id = is_foreign_id.user_id
$$;

/*
 * Where a contact can be reached from a channel, as a JSON array of type, value, user_id and is_foreign (of another
 * portfolio, where it is no address); the best of each type first: the number that the contact shows, the id by which
 * they last wrote on the channel, then the newest.
 */
create or replace function address_list(organization text, contact text, channel text) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'type', known.type, 'value', known.value, 'user_id', user_id_of(known.type, known.value),
    'is_foreign', known.type = 'bsuid' and is_foreign_id(organization, contact, channel, known.value)
  ) order by
    (
      select one.phone_number = '+' || known.value from contacts as one
      where one.organization_id = organization and one.id = contact
    ) desc nulls last,
    (
      select one.user_id = user_id_of(known.type, known.value) from conversations as one
      where one.organization_id = organization and one.channel_id = channel and one.contact_id = contact
    ) desc nulls last,
    known.created_at desc
  ), '[]')
  from contact_identities as known
  where known.organization_id = organization and known.contact_id = contact and known.source = ''
    and known.type in ('phone', 'lid', 'bsuid', 'parent_bsuid', 'group')
$$;

/*
 * Addresses messages that are due, and that name no number, as their recipients can be reached now: at a number that
 * became known meanwhile, or at the id that replaced the one they were accepted for. `kinds` are those of addresses
 * that the channel's platform takes, the best first. Returns where the messages go that changed.
 */
create or replace function readdress_messages(organization text, channel text, message_ids uuid[], kinds text[])
returns table (id uuid, address text, user_id text) language sql as $$
  update messages as message set
    address = case when best.type = 'phone' then best.value end,
    user_id = coalesce(best.user_id, message.user_id)
  from unnest(message_ids) as wanted (id)
  cross join lateral (
    select known.contact_id from messages as known
    where known.organization_id = organization and known.id = wanted.id
    limit 1
  ) as mine
  cross join lateral (
    select known.type, known.value, known.user_id
    from json_to_recordset(address_list(organization, mine.contact_id, channel)) as known (
      type text, value text, user_id text, is_foreign boolean
    )
    where known.type = any (kinds) and not known.is_foreign
    order by array_position(kinds, known.type)
    limit 1
  ) as best
  where message.organization_id = organization and message.id = wanted.id and message.address is null
    and (best.type = 'phone' or best.user_id <> message.user_id)
  returning message.id, message.address, message.user_id
$$;
