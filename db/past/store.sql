-- Messages that Waypost did not carry: of before it had their number, or of while it was away.

/*
 * Stores past messages of one channel in their conversations, and makes no more of them: no events, nothing unread, nobody
 * who waits. Each: id (the record's, of the moment it was written), provider_message_id, direction, identity_type and
 * identity_value of the person or group, name (the group's subject), user_id, participant (who wrote in a group, an
 * address), author, type, content (JSON text), status, source, at, media (JSON text of an array, see keep_past_files),
 * remote_jid and sealed (as WhatsApp has it, of paired numbers). `people` are those on the other side and who wrote in groups, as
 * learn_people takes them, with their username. What is recorded already stays as it is. Returns the ids of new ones.
 */
create or replace function store_past(organization text, channel text, past json, people json) returns uuid[]
language plpgsql as $$
declare
  fresh uuid[];
begin
  perform hold_merges(json_build_array(
    json_build_object('kind', 'known', 'organization_id', organization, 'given', people)
  ));
  perform drop_placeholders(organization, channel, past);
  fresh := claim_received(organization, channel, past);
  if cardinality(fresh) > 0 then
    perform meet_past_people(organization, channel, without_erased(organization, channel, past, people, fresh));
    perform place_past(organization, channel, past, fresh);
    perform write_past(organization, channel, past, fresh);
    perform keep_past_files(organization, channel, past, fresh);
    perform apply_early_revisions(organization, channel, fresh);
  end if;
  return fresh;
end $$;

/* Without the people who have nothing new here, and of whom something here was erased. */
create or replace function without_erased(organization text, channel text, past json, people json, fresh uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(person), '[]') from json_array_elements(people) as person
  where coalesce((
    select bool_or(message.id = any (fresh))
    from json_to_recordset(past) as message (id uuid, provider_message_id text, identity_value text, participant text)
    where array[message.identity_value, split_part(message.participant, '@', 1)]
        && array[person ->> 'phone', person ->> 'lid', person ->> 'bsuid']
      and (message.id = any (fresh) or is_erased(organization, channel, message.provider_message_id))
  ), true)
$$;

/* Our id of a message, by the platform's; null for one that is not known. */
create or replace function message_named(organization text, channel text, provider_message_id text) returns uuid
language sql stable as $$
  select known.message_id from provider_messages as known
  where known.organization_id = organization and known.channel_id = channel
    and known.provider_message_id = message_named.provider_message_id
  limit 1
$$;

/*
 * Removes messages of which Meta said before only that they have a file, where it says now which: they are stored anew. See
 * daemon/providers/cloud-api/inbound/business-app/history.ts.
 */
create or replace function drop_placeholders(organization text, channel text, past json) returns void
language sql as $$
  with gone as (
    delete from messages as message
    using json_to_recordset(past) as given (provider_message_id text, media text)
    where given.media is not null and message.organization_id = organization
      and message.id = message_named(organization, channel, given.provider_message_id)
      and message.imported_from = 'meta' and message.type = 'unsupported'
      and message.content::json ->> 'provider_type' = 'media_placeholder'
    returning message.provider_message_id
  )
  delete from provider_messages as known using gone
  where known.organization_id = organization and known.channel_id = channel
    and known.provider_message_id = gone.provider_message_id;
$$;

/* Makes contacts of those who are new, without their events: two ids of one person are one. A name that is known stays. */
create or replace function meet_past_people(organization text, channel text, people json) returns void
language plpgsql as $$
begin
  -- before any is made: whose LID is known already keeps that contact with their number
  perform link_ids(organization, pairs_of_people(people), true);
  perform ensure_contacts(array(
    select recipient(organization, channel, identity.type, identity.value, person.name)
    from json_to_recordset(people) as person (phone text, lid text, bsuid text, name text)
    cross join lateral first_identity(person.phone, person.lid, person.bsuid) as identity (type, value)
  ));
  perform learn_people(organization, people);
  insert into contact_identities (organization_id, type, value, contact_id, verified)
  select organization, 'username', lower(person.username), known.contact, true
  from json_to_recordset(people) as person (phone text, lid text, bsuid text, username text)
  cross join lateral first_identity(person.phone, person.lid, person.bsuid) as identity (type, value)
  cross join lateral contact_of(organization, identity.type, identity.value) as known (contact)
  where person.username <> '' and not exists (
    select from contact_identities as named
    where named.organization_id = organization and named.contact_id = known.contact and named.type = 'username'
  )
  order by lower(person.username)
  on conflict do nothing;
end $$;

/* What a person goes by in their chat: the number, or an id of the platform's where there is none. */
create or replace function first_identity(phone text, lid text, bsuid text, out type text, out value text)
language sql immutable as $$
  select case when phone is not null then 'phone' when lid is not null then 'lid' else 'bsuid' end,
    coalesce(phone, lid, bsuid)
$$;

/* Gives each person or group a conversation that has none: a closed one, in which nothing is to be done. */
create or replace function place_past(organization text, channel text, past json, fresh uuid[]) returns void
language plpgsql as $$
begin
  perform ensure_contacts(array(
    select recipient(organization, channel, message.identity_type, message.identity_value, message.name)
    from json_to_recordset(past) as message (id uuid, identity_type text, identity_value text, name text)
    where message.id = any (fresh)
  ));
  insert into conversations (organization_id, id, channel_id, contact_id, status, settled_at, created_at)
  select organization, prefixed_id('cv'), channel, met.contact, 'closed', now(), met.since
  from (
    select contact_of(organization, message.identity_type, message.identity_value) as contact, min(message.at) as since
    from json_to_recordset(past) as message (id uuid, identity_type text, identity_value text, at timestamptz)
    where message.id = any (fresh)
    group by 1
  ) as met
  where not exists (
    select from conversations as known
    where known.organization_id = organization and known.channel_id = channel and known.contact_id = met.contact
  )
  order by met.contact
  on conflict do nothing;
  perform hold_recipients(array(
    select recipient(organization, channel, message.identity_type, message.identity_value)
    from json_to_recordset(past) as message (id uuid, identity_type text, identity_value text)
    where message.id = any (fresh)
  ));
end $$;

/* Writes the messages, and of their conversations what is true whenever it is learned: when somebody last wrote. */
create or replace function write_past(organization text, channel text, past json, fresh uuid[]) returns void
language sql as $$
  insert into messages (
    organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address, user_id,
    content, provider_message_id, status_history, created_at, updated_at, participant, author, imported_from
  )
  select organization, message.id, channel, message.conversation_id, message.contact_id, message.direction, message.type,
    copied.status, case when message.identity_type = 'phone' then message.identity_value end, message.user_id,
    message.content, message.provider_message_id, history_entry(copied.status, message.at), message.at, now(),
    message.participant, message.author, copied.source
  from placed_messages(organization, channel, past, fresh) as message
  join json_to_recordset(past) as copied (id uuid, status text, source text) on copied.id = message.id;

  update conversations as conversation set
    last_inbound_at = greatest(conversation.last_inbound_at, latest.inbound_at),
    contacted = conversation.contacted and not latest.is_answered,
    user_id = coalesce(conversation.user_id, latest.user_id)
  from (
    select message.conversation_id, max(message.at) filter (where message.direction = 'inbound') as inbound_at,
      bool_or(message.direction = 'outbound') as is_answered, max(message.user_id) as user_id
    from placed_messages(organization, channel, past, fresh) as message
    group by 1
  ) as latest
  where conversation.organization_id = organization and conversation.id = latest.conversation_id;
$$;

/*
 * Records the files of new messages: those that are in the store, and those that are fetched when somebody asks for
 * them. Each: id, provider_media_id, kind, status (stored or pending), mime_type, file_name, sha256, size. Keeps messages as WhatsApp
 * has them, by which files are found and messages are quoted.
 */
create or replace function keep_past_files(organization text, channel text, past json, fresh uuid[]) returns void
language sql as $$
  insert into media (
    organization_id, id, channel_id, message_id, provider_media_id, kind, status, mime_type, file_name, sha256, size
  )
  select organization, file.id, channel, message.id, file.provider_media_id, file.kind, file.status, file.mime_type,
    file.file_name, file.sha256, file.size
  from json_to_recordset(past) as message (id uuid, media text)
  cross join lateral json_to_recordset(message.media::json) as file (
    id text, provider_media_id text, kind text, status text, mime_type text, file_name text, sha256 text, size bigint
  )
  where message.id = any (fresh) and message.media is not null
  on conflict do nothing;

  insert into web_messages (organization_id, channel_id, provider_message_id, remote_jid, from_me, sealed)
  select organization, channel, message.provider_message_id, message.remote_jid, message.direction = 'outbound', message.sealed
  from json_to_recordset(past) as message (
    id uuid, provider_message_id text, direction text, remote_jid text, sealed text
  )
  where message.id = any (fresh) and message.sealed is not null
  order by message.provider_message_id
  on conflict do nothing;
$$;
