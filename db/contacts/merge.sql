/*
 * Makes two contacts one. Identities, conversations with their messages,
 * orders, notes, tags and history of the second go over to the first, which
 * keeps its own fields and takes those it lacks; of consents and suppressions
 * the stricter one stays. Conversations on one channel become one. From then on
 * the second's id leads to the first, and crm.record.deleted names it; the
 * caller emits the events of the first. Whatever else comes to name a contact
 * has to be carried over here.
 *
 * Fails as a serialization failure, to be repeated, when one of the two has
 * been deleted or merged meanwhile.
 */
create or replace function merge_contacts(organization text, kept text, gone text) returns void
language plpgsql as $$
begin
  if lock_merges(organization, array[kept], array[gone]) < 2 then
    raise exception 'a contact went away before it could be merged' using errcode = 'serialization_failure';
  end if;
  perform merge_conversations(organization, kept, gone);
  perform merge_permissions(organization, kept, gone);

  update contact_identities set contact_id = kept where organization_id = organization and contact_id = gone;
  perform merge_in_portfolios(organization, kept, gone);
  perform merge_marketing_holds(organization, kept, gone);
  perform merge_in_broadcasts(organization, kept, gone);
  perform merge_costs(organization, kept, gone);
  update orders set contact_id = kept where organization_id = organization and contact_id = gone;
  update delivery_requests set contact_id = kept where organization_id = organization and contact_id = gone;
  update delivery_requests set participant_contact_id = kept
  where organization_id = organization and participant_contact_id = gone;
  update contact_erasures set contact_id = kept where organization_id = organization and contact_id = gone;
  update contact_notes set contact_id = kept where organization_id = organization and contact_id = gone;
  update contact_history set contact_id = kept where organization_id = organization and contact_id = gone;
  update contact_aliases set contact_id = kept where organization_id = organization and contact_id = gone;
  insert into contact_aliases (organization_id, id, contact_id) values (organization, gone, kept);
  insert into contact_tags (organization_id, name, contact_id, created_at)
  select organization, name, kept, created_at from contact_tags
  where organization_id = organization and contact_id = gone
  on conflict do nothing;
  delete from contact_tags where organization_id = organization and contact_id = gone;
  perform refuse_many_tags(organization, kept);
  perform refuse_many_fields(merged_fields(old.custom_fields, contact.custom_fields), contact.custom_fields, most_contact_bytes())
  from contacts as contact, contacts as old
  where contact.organization_id = organization and contact.id = kept
    and old.organization_id = organization and old.id = gone;

  perform emit_events(array(
    select record_merged_event(contact, kept) from contacts as contact
    where contact.organization_id = organization and contact.id = gone
  ));

  with old as (
    delete from contacts where organization_id = organization and id = gone returning *
  ), noted as (
    insert into contact_history (organization_id, id, contact_id, action, detail)
    select organization, prefixed_id('hst'), kept, 'merged', json_build_object(
      'id', id, 'name', name, 'phone_number', phone_number, 'email', email,
      'external_source', external_source, 'external_id', external_id
    )::text from old
  )
  update contacts as contact set
    phone_number = coalesce(contact.phone_number, old.phone_number), name = coalesce(contact.name, old.name),
    profile_name = coalesce(contact.profile_name, old.profile_name), email = coalesce(contact.email, old.email),
    external_source = case when contact.external_id is null then old.external_source else contact.external_source end,
    external_id = coalesce(contact.external_id, old.external_id),
    custom_fields = merged_fields(old.custom_fields, contact.custom_fields),
    created_at = least(contact.created_at, old.created_at), version = contact.version + 1, updated_at = now()
  from old where contact.organization_id = organization and contact.id = kept;
end $$;

/*
 * Locks what merges of contacts into others write, all of it in one order: what sends to several of them at the same
 * time locks it in that order, too. Returns how many of the contacts there are.
 */
create or replace function lock_merges(organization text, kept text[], gone text[]) returns integer
language plpgsql as $$
declare
  found integer;
begin
  perform lock_portfolios(organization, gone);
  perform lock_audiences(organization);
  select count(*) into found from (
    select from contacts where organization_id = organization and id = any (kept || gone) order by id for update
  ) as locked;
  perform lock_messages(organization, lock_conversations(organization, gone, kept));
  return found;
end $$;

/*
 * Locks what all the merges write that the writes of inbound calls bring, before anything of them is written: one after
 * the other, each merge would wait for what a send holds that waits for the merge before it.
 */
create or replace function hold_merges(writes json) returns void
language plpgsql as $$
declare
  merges record;
begin
  for merges in
    select pair.organization, array_agg(pair.kept) as kept, array_agg(pair.gone) as gone
    from (
      select write.organization_id as organization, contact_of(write.organization_id, same.type, same.value) as kept,
        contact_of(write.organization_id, same.other_type, same.other_value) as gone
      from json_to_recordset(writes) as write (kind text, organization_id text, given json)
      cross join lateral named_as_one(write.kind, write.given) as same
    ) as pair
    where pair.kept <> pair.gone
    group by pair.organization
    order by pair.organization
  loop
    perform lock_merges(merges.organization, merges.kept, merges.gone);
  end loop;
end $$;

/* The identities that a write of inbound calls says are one person's; the contact of the first stays. */
create or replace function named_as_one(kind text, given json)
returns table (type text, value text, other_type text, other_value text)
language plpgsql immutable as $$
begin
  case kind
    when 'messages' then return query
      select same.* from json_to_recordset(given) as message (
        identity_type text, identity_value text, other_type text, other_value text, participant_type text,
        participant_value text, participant_other_type text, participant_other_value text
      )
      cross join lateral (values
        (message.identity_type, message.identity_value, message.other_type, message.other_value),
        (message.participant_type, message.participant_value, message.participant_other_type,
          message.participant_other_value)
      ) as same (type, value, other_type, other_value)
      where same.other_value is not null;
    when 'same' then return query
      select pair.* from json_to_recordset(given) as pair (type text, value text, other_type text, other_value text);
    when 'pairs', 'known' then return query
      select 'phone', person.phone, id.* from json_to_recordset(given) as person (phone text, lid text, bsuid text)
      cross join lateral (values ('lid', person.lid), ('bsuid', person.bsuid)) as id (type, value)
      where id.value is not null;
    when 'move' then return query
      select before.type, before.value, later.type, later.value
      from json_to_recordset(given -> 'from') as before (type text, value text)
      cross join json_to_recordset(given -> 'to') as later (type text, value text);
    else null;
  end case;
end $$;

/* Keeps others from counting people in the portfolios that contacts may count in, until the transaction ends. */
create or replace function lock_portfolios(organization text, contacts text[]) returns void
language plpgsql as $$
begin
  perform from portfolios as known
  where known.id = any (array(
    select portfolio_of(organization, one.channel_id) from conversations as one
    where one.organization_id = organization and one.contact_id = any (contacts)
    union
    select counted.portfolio_id from portfolio_people as counted
    where counted.organization_id = organization and counted.contact_id = any (contacts)
  ))
  order by known.id
  for update;
end $$;

/* Counts two contacts as one person in every portfolio that wrote to them. */
create or replace function merge_in_portfolios(organization text, kept text, gone text) returns void
language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select known.portfolio_id from portfolio_people as known
    where known.organization_id = organization and known.contact_id = gone
    order by known.portfolio_id
  loop
    perform recount_portfolio(counted.portfolio_id);
    update portfolio_people as known set called_at = greatest(known.called_at, other.called_at), message_id = null
    from portfolio_people as other
    where known.organization_id = organization and known.portfolio_id = counted.portfolio_id
      and known.contact_id = kept and other.organization_id = organization
      and other.portfolio_id = counted.portfolio_id and other.contact_id = gone;
    if found then
      delete from portfolio_people
      where organization_id = organization and portfolio_id = counted.portfolio_id and contact_id = gone;
      update portfolios as known set people = known.people - 1 where known.id = counted.portfolio_id;
    else
      update portfolio_people set contact_id = kept
      where organization_id = organization and portfolio_id = counted.portfolio_id and contact_id = gone;
    end if;
  end loop;
end $$;

/* Leaves the one whom two contacts have become alone as long as either of them. */
create or replace function merge_marketing_holds(organization text, kept text, gone text) returns void
language sql as $$
  insert into marketing_holds as held (portfolio_id, organization_id, contact_id, until)
  select other.portfolio_id, organization, kept, other.until from marketing_holds as other
  where other.organization_id = organization and other.contact_id = gone
  on conflict (portfolio_id, organization_id, contact_id) do update set until = greatest(held.until, excluded.until);
  delete from marketing_holds where organization_id = organization and contact_id = gone
$$;

/*
 * How strict a suppression is: everything is stricter than marketing only, longer than shorter, and what has ended
 * suppresses nothing.
 */
create or replace function strictness_of(reason text, until timestamptz) returns double precision[]
language sql stable as $$
  select array[
    (coalesce(until > now(), true))::integer, (reason <> 'marketing_stopped')::integer,
    extract(epoch from coalesce(until, 'infinity'))
  ]
$$;

/*
 * Gives one contact's consents and suppressions to another: of two the stricter
 * one. Denied is stricter than unknown, that than granted; a denial that ends
 * later is stricter than one that ends earlier, and a grant the other way round.
 */
create or replace function merge_permissions(organization text, kept text, gone text) returns void
language sql as $$
  insert into contact_consents as mine (
    organization_id, contact_id, channel, state, source, proof, stated_at, expires_at, created_at, updated_at
  )
  select organization, kept, channel, state, source, proof, stated_at, expires_at, created_at, updated_at
  from contact_consents where organization_id = organization and contact_id = gone
  on conflict (organization_id, contact_id, channel) do update set
    state = excluded.state, source = excluded.source, proof = excluded.proof, stated_at = excluded.stated_at,
    expires_at = excluded.expires_at, updated_at = excluded.updated_at
  where array_position(array['granted', 'unknown', 'denied'], excluded.state)
      > array_position(array['granted', 'unknown', 'denied'], mine.state)
    or excluded.state = 'granted' and mine.state = 'granted'
      and excluded.expires_at < coalesce(mine.expires_at, 'infinity')
    or excluded.state = 'denied' and mine.state = 'denied'
      and coalesce(excluded.expires_at, 'infinity') > mine.expires_at;
  delete from contact_consents where organization_id = organization and contact_id = gone;

  insert into suppressions as mine (organization_id, contact_id, channel, reason, proof, until, created_at)
  select organization, kept, channel, reason, proof, until, created_at
  from suppressions where organization_id = organization and contact_id = gone
  on conflict (organization_id, contact_id, channel) do update set
    reason = excluded.reason, proof = excluded.proof, until = excluded.until, created_at = excluded.created_at
  where strictness_of(excluded.reason, excluded.until) > strictness_of(mine.reason, mine.until);
  delete from suppressions where organization_id = organization and contact_id = gone
$$;
