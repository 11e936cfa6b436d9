-- What happened in conversations without anybody writing.

/*
 * Records what happened to people and groups of one channel, each where it has a conversation: nobody is to read or
 * answer it, and no service window opens. A group that gets a name gets a conversation, too, and so does who `opens` a chat.
 * Each: id (the record's), provider_message_id, direction, identity_type and
 * identity_value of the person or group, participant (as in receive_messages), content (JSON text), name (the group's new
 * subject), at. One that is
 * recorded is skipped; one that moved somebody (move_identities) has the id that was remembered then.
 */
create or replace function receive_notices(organization text, channel text, notices json) returns void
language plpgsql as $$
declare
  notice record;
  shown_in conversations;
  own uuid;
begin
  perform name_groups(organization, channel, notices);
  perform keep_group_people(organization, channel, notices);
  for notice in
    select given.* from json_to_recordset(notices) as given (
      id uuid, provider_message_id text, direction text, identity_type text, identity_value text, participant text,
      content text, at timestamptz
    )
    order by given.at, given.id
  loop
    select known.* into shown_in from conversations as known
    where known.organization_id = organization and known.channel_id = channel
      and known.contact_id = held_contact_of(organization, notice.identity_type, notice.identity_value)
    for no key update;
    continue when not found;
    insert into provider_messages as known (organization_id, channel_id, provider_message_id, message_id)
    values (organization, channel, notice.provider_message_id, notice.id)
    on conflict (organization_id, channel_id, provider_message_id) do update set message_id = known.message_id
    returning message_id into own;
    insert into messages (
      organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, user_id, content,
      provider_message_id, status_history, created_at, updated_at, participant
    )
    select organization, own, channel, shown_in.id, shown_in.contact_id, notice.direction, 'system',
      received_status(notice.direction), case when notice.identity_type = 'group' then notice.identity_value end,
      notice.content, notice.provider_message_id, history_entry(received_status(notice.direction), notice.at), notice.at,
      now(), notice.participant
    where not exists (select from messages where organization_id = organization and id = own);
    if found then
      perform emit_events(array[
        preview_event(
          organization, channel, shown_in.id, shown_in.status, shown_in.assignee_id, shown_in.team_id, own
        )
      ]);
    end if;
  end loop;
end $$;

/* Keeps who is in groups of an official number: those that joined and did not leave. */
create or replace function keep_group_people(organization text, channel text, notices json) returns void
language plpgsql as $$
declare
  change record;
begin
  for change in
    select given.identity_value as group_id, given.content::json ->> 'event' as event,
      given.content::json -> 'people' as people
    from json_to_recordset(notices) as given (
      id uuid, identity_type text, identity_value text, content text, at timestamptz
    )
    where given.identity_type = 'group' and strpos(given.identity_value, '@') = 0
    order by given.at, given.id
  loop
    if change.event in ('people_joined', 'people_added') then
      insert into group_people (organization_id, channel_id, group_id, participant, phone)
      select distinct on (person.address) organization, channel, change.group_id, person.address, person.phone
      from json_to_recordset(change.people) as person (address text, phone text)
      order by person.address
      on conflict (organization_id, channel_id, group_id, participant) do update set phone = excluded.phone;
    elsif change.event in ('people_left', 'people_removed', 'group_deleted') then
      delete from group_people as known
      where known.organization_id = organization and known.channel_id = channel and known.group_id = change.group_id
        and (change.event = 'group_deleted' or known.participant in (
          select person.address from json_to_recordset(change.people) as person (address text)
        ));
    end if;
  end loop;
end $$;

/* Groups that got a subject, and people who opened a chat, have a contact of that name, and a conversation. */
create or replace function name_groups(organization text, channel text, notices json) returns void
language plpgsql as $$
declare
  named constant uuid[] := array(
    select given.id from json_to_recordset(notices) as given (id uuid, name text, opens boolean)
    where given.name is not null or given.opens
  );
begin
  if cardinality(named) = 0 then
    return;
  end if;
  perform ensure_recipients(array(
    select recipient(organization, channel, given.identity_type, given.identity_value, given.name)
    from json_to_recordset(notices) as given (id uuid, identity_type text, identity_value text, name text)
    where given.id = any (named)
  ));
  perform rename_contacts(organization, notices, named);
end $$;

/* Keeps how a change of a group ended that somebody asked for, and notifies them, who may still be waiting. */
create or replace function keep_group_report(organization text, channel text, report json) returns void
language plpgsql as $$
begin
  insert into web_requests (organization_id, id, channel_id, request, taken_at, answer)
  values (organization, (report ->> 'id')::uuid, channel, '', now(), report ->> 'answer')
  on conflict (organization_id, id) do nothing;
  perform pg_notify('waypost_web_answer', report ->> 'id');
end $$;
