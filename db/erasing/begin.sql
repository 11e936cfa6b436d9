/*
 * Begins to erase a person, in one transaction: the contact goes, with all that is kept beside it and all that is found by
 * its ids and addresses. From then on, a message from the same number makes a new contact. What is left is found by
 * `person` (see person_of): messages, files, events, and what others wrote of them. Nothing happens before its time. Returns
 * whether it has to wait: for the end of a legal hold; for an import that began before, or for what they wrote that is still
 * to be read, which would bring them back.
 *   waiting ──begin──▶ messages ─▶ groups ─▶ texts ─▶ events ─▶ deliveries ──▶ completed
 *      └── cancelled
 */
create or replace function begin_erasure(organization text, erasure text) returns boolean
language plpgsql as $$
declare
  wanted contact_erasures;
  gone contacts;
  named jsonb;
begin
  select * into wanted from contact_erasures
  where organization_id = organization and id = erasure and status = 'waiting' and erase_at <= now()
  for update;
  if not found then
    return false;
  end if;
  select * into gone from contacts where organization_id = organization and id = wanted.contact_id for update;
  if not found then
    -- erased already, as the one that it became part of
    update contact_erasures set status = 'completed', finished_at = now()
    where organization_id = organization and id = erasure;
    return false;
  end if;
  named := person_of(organization, gone.id);
  if is_person_held(organization, gone.id) or exists (
    select from imports
    where organization_id = organization and status in ('queued', 'running') and created_at <= wanted.erase_at
  ) or exists (
    select from provider_webhooks
    where error is null and received_at <= wanted.erase_at and body ~ (named ->> 'pattern')
  ) then
    return true;
  end if;
  perform lock_messages(organization, lock_conversations(organization, array[gone.id]));
  perform cancel_of_person(organization, texts_of(named -> 'conversations'));
  perform emit_events(array(select event::event_input from contact_events(gone, 'deleted') as event));
  perform emit_events(array[erased_event(organization, gone.id, erasure)]);
  perform drop_contact(organization, gone.id);
  perform erase_beside(organization, named);
  perform erase_in_sessions(organization, named);
  update contact_erasures set status = 'running', contact_id = named ->> 'stand_in', person = named,
    number = coalesce(number, next_erased())
  where organization_id = organization and id = erasure;
  return false;
end $$;

/* A regular expression that finds each of these words where it stands by itself. */
create or replace function pattern_of(words text[]) returns text
language sql immutable as $$
  select '(?<![0-9A-Za-z])(' || string_agg(regexp_replace(word, '[^0-9A-Za-z_]', '\\\&', 'g'), '|') || ')(?![0-9A-Za-z])'
  from unnest(words) as word
$$;

/* The texts of an array of JSON. */
create or replace function texts_of(given jsonb) returns text[]
language sql immutable as $$ select array(select jsonb_array_elements_text(given)) $$;

/*
 * By what a person is found: `contacts` and `conversations` (ids, those of merged ones too), `stand_ins` (by conversation,
 * the id that it has from then on), `stand_in` (the contact's), `pattern`, a regular expression of these ids and of all
 * addresses, those of before too unless they are somebody else's now, `ids`, one of the ids alone, `until`, behind all
 * events so far, and `began`. Names and external ids are in none: others have the same.
 */
create or replace function person_of(organization text, contact text) returns jsonb
language sql volatile as $$
  with contact_ids as (
    select contact as id
    union select id from contact_aliases where organization_id = organization and contact_id = contact
  ), own as (
    select id from conversations where organization_id = organization and contact_id = contact
  ), conversation_ids as (
    select id, id as current from own
    union select alias.id, alias.conversation_id from conversation_aliases as alias
    where alias.organization_id = organization and alias.conversation_id in (select id from own)
  ), stand_ins as (
    select id, prefixed_id('cv') as stand_in from own
  ), addresses as (
    select value from contact_identities
    where organization_id = organization and contact_id = contact and type in ('phone', 'lid', 'bsuid', 'parent_bsuid', 'email')
    union
    select before.detail ->> 'value'
    from (
      select detail::json as detail from contact_history
      where organization_id = organization and contact_id = contact and action like 'identity\_%'
    ) as before
    where before.detail ->> 'type' in ('phone', 'lid', 'bsuid', 'parent_bsuid', 'email') and not exists (
      select from contact_identities as other
      where other.organization_id = organization and other.type = before.detail ->> 'type'
        and other.source = '' and other.value = before.detail ->> 'value' and other.contact_id <> contact
    )
  ), found_by as (
    select id from contact_ids union select id from conversation_ids union select ltrim(value, '+') from addresses
  )
  select jsonb_build_object(
    'contacts', (select jsonb_agg(id) from contact_ids),
    'conversations', coalesce((select jsonb_agg(id) from conversation_ids), '[]'),
    'stand_ins', coalesce((
      select jsonb_object_agg(known.id, stand_ins.stand_in)
      from conversation_ids as known join stand_ins on stand_ins.id = known.current
    ), '{}'),
    'stand_in', prefixed_id('ct'),
    'addresses', coalesce((select jsonb_agg(ltrim(value, '+')) from addresses), '[]'),
    'pattern', (select pattern_of(array_agg(id)) from found_by),
    'ids', (select pattern_of(array_agg(id)) from (select id from contact_ids union select id from conversation_ids) as own_ids),
    'until', 'evt_' || ulid_time(clock_timestamp()), 'began', clock_timestamp()
  )
$$;

/*
 * What is kept of a person by their ids: it goes, or, where it counts something, stays under the stand-ins. Of
 * conversations, an empty one stays for each, in which their messages will be.
 */
create or replace function erase_beside(organization text, person jsonb) returns void
language plpgsql as $$
declare
  people text[] := texts_of(person -> 'contacts');
  talks text[] := texts_of(person -> 'conversations');
  places text[] := texts_of(person -> 'addresses');
  stand_in text := person ->> 'stand_in';
begin
  delete from conversation_tags where organization_id = organization and conversation_id = any (talks);
  delete from conversation_reads where organization_id = organization and conversation_id = any (talks);
  delete from conversation_aliases where organization_id = organization and conversation_id = any (talks);
  delete from web_holes where organization_id = organization and conversation_id = any (talks);
  delete from web_choices where organization_id = organization and conversation_id = any (talks);
  update conversations set id = person -> 'stand_ins' ->> id, status = 'closed', assignee_id = null, user_id = null,
    team_id = null, held_by = null, held_since = null, held_until = null, snoozed_until = null, opened_at = now()
  where organization_id = organization and id = any (talks);
  update response_times set conversation_id = person -> 'stand_ins' ->> conversation_id
  where organization_id = organization and conversation_id = any (talks);
  update orders set conversation_id = person -> 'stand_ins' ->> conversation_id, note = ''
  where organization_id = organization and conversation_id = any (talks);
  update message_cancellations set conversation_id = person -> 'stand_ins' ->> conversation_id
  where organization_id = organization and conversation_id = any (talks);
  update message_cancellations set contact_id = stand_in where organization_id = organization and contact_id = any (people);
  update message_cancellations set address = '' where organization_id = organization and address = any (places);
  update broadcast_people set contact_id = stand_in where organization_id = organization and contact_id = any (people);
  update portfolio_people set contact_id = stand_in where organization_id = organization and contact_id = any (people);
  delete from marketing_holds where organization_id = organization and contact_id = any (people);
  delete from group_people
  where organization_id = organization and (participant = any (places) or phone = any (places));
end $$;

/* What the sessions of paired numbers know of a person: where they are, and the keys of their devices. */
create or replace function erase_in_sessions(organization text, person jsonb) returns void
language plpgsql as $$
declare
  places text[] := texts_of(person -> 'addresses');
begin
  delete from web_lookups where organization_id = organization and split_part(ltrim(phone, '@'), ' ', 1) = any (places);
  delete from web_recipients where organization_id = organization and phone = any (places);
  delete from web_checks where organization_id = organization and phone = any (places);
  delete from web_requests where organization_id = organization
    and (request ~ (person ->> 'pattern') or answer ~ (person ->> 'pattern'));
  delete from web_session_keys where organization_id = organization and id ~ (person ->> 'pattern');
end $$;

/* Audit entries stay, without whom they were about. The table's trigger lets this change pass, and no other. */
create or replace function erase_in_audit(organization text, person jsonb) returns void
language plpgsql as $$
begin
  perform lock_audit_chain(organization);
  perform set_config('waypost.erasing', 'on', true);
  update audit_log set
    target_id = case
      when target_id = any (texts_of(person -> 'contacts')) then person ->> 'stand_in'
      else coalesce(person -> 'stand_ins' ->> target_id, target_id)
    end,
    changes = '{"erased": true}'
  where organization_id = organization and (target_id ~ (person ->> 'pattern') or changes ~ (person ->> 'pattern'));
  perform set_config('waypost.erasing', 'off', true);
end $$;
