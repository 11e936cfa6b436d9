/*
 * Changes a message that its author edited or deleted, and emits the events. The
 * revision: provider_message_id (of the call that reports it), original_id (the
 * provider's id of the message), content (what is new in it; null: it was
 * deleted), at, and author (see wrote_message; null: the platform makes sure that
 * nobody changes another's message), and opt_out, of new words that ask for no
 * more messages (see contacts/opt-outs.sql). An admin of a group may delete what
 * others wrote in it. The call is remembered under its own id: a replay changes nothing. An edit older than the last one is ignored.
 * A revision of a message that has not arrived yet waits for it in
 * early_revisions, and so does an edit of one that could not be decrypted.
 */
create or replace function revise_message(organization text, channel text, revision json) returns void
language plpgsql as $$
declare
  target messages;
  revised_at timestamptz := (revision ->> 'at')::timestamptz;
  announced event_input[];
begin
  select message.* into target
  from provider_messages as named
  cross join lateral (
    select * from messages as known
    where known.organization_id = named.organization_id and known.id = named.message_id
    limit 1
  ) as message
  where named.organization_id = organization and named.channel_id = channel
    and named.provider_message_id = revision ->> 'original_id';
  if not found or (target.type = 'undecryptable' and revision ->> 'content' is not null) then
    insert into early_revisions (organization_id, channel_id, original_id, provider_message_id, revision)
    select organization, channel, revision ->> 'original_id', revision ->> 'provider_message_id', revision::text
    where not is_erased(organization, channel, revision ->> 'original_id')
    on conflict do nothing;
    return;
  elsif not (
    wrote_message(organization, target, revision -> 'author')
    or revision ->> 'content' is null and rules_group_of(organization, target, revision -> 'author')
  ) then
    return;
  end if;

  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  values (organization, channel, revision ->> 'provider_message_id', target.id)
  on conflict do nothing;
  if not found then
    return;
  end if;
  with revised as (
    update messages as message set
      edits = case when revision ->> 'content' is null then message.edits
        else with_edit(message.edits, message.content, coalesce(message.edited_at, message.created_at)) end,
      content = case when revision ->> 'content' is null then message.content
        else edited_content(message.content, revision ->> 'content') end,
      updated_at = now(),
      edited_at = case when revision ->> 'content' is null then message.edited_at else revised_at end,
      deleted_at = case when revision ->> 'content' is null then revised_at end
    where message.organization_id = organization and message.id = target.id and message.deleted_at is null
      and (revision ->> 'content' is null or revised_at >= coalesce(message.edited_at, '-infinity'))
    returning message.conversation_id
  )
  select array_agg(preview_event(
    organization, channel, conversation.id, conversation.status, conversation.assignee_id, conversation.team_id, target.id
  ))
  into announced
  from revised
  cross join lateral (
    select known.id, known.status, known.assignee_id, known.team_id from conversations as known
    where known.organization_id = organization and known.id = revised.conversation_id
    limit 1
  ) as conversation;
  perform emit_events(announced);
  if announced is not null and revision ->> 'opt_out' is not null then
    perform opt_out_by_edit(organization, channel, target, revision);
  end if;
end $$;

/* Applies what somebody asks for by the new words of their message. In a group, words are meant for its people. */
create or replace function opt_out_by_edit(organization text, channel text, edited messages, revision json) returns void
language plpgsql as $$
begin
  if edited.direction = 'inbound' and edited.type = 'text' and edited.participant is null then
    perform apply_opt_outs(organization, channel, json_build_array(json_build_object(
      'id', edited.id, 'identity_type', identity_type_of(edited.address, edited.user_id),
      'identity_value', identity_value_of(edited.address, edited.user_id),
      'opt_out', revision ->> 'opt_out', 'at', revision ->> 'at'
    )), array[edited.id]);
  end if;
end $$;

/*
 * Whether the author of a change wrote the message; nobody may change another's. An author: type and value of the person
 * (in a group: of the group), other_type and other_value (a second identity of theirs), direction, and in a group
 * participant (the address of the one who did it), participant_type, participant_value, participant_other_type and
 * participant_other_value. Never null: somebody without a contact wrote nothing.
 */
create or replace function wrote_message(organization text, message messages, author json) returns boolean
language sql stable as $$
  select coalesce(author is null or json_typeof(author) = 'null' or (
    message.direction = author ->> 'direction'
    and is_contact_of(
      organization, message.contact_id,
      author ->> 'type', author ->> 'value', author ->> 'other_type', author ->> 'other_value'
    )
    -- in a group the one who wrote it; what the number itself wrote has no participant, or its own
    and (message.direction = 'outbound' or author ->> 'participant' is not distinct from message.participant or is_contact_of(
      organization, participant_contact(organization, message.participant), author ->> 'participant_type',
      author ->> 'participant_value', author ->> 'participant_other_type', author ->> 'participant_other_value'
    ))
  ), false)
$$;

/* Whether the author of a change is an admin of the group that the message is in. */
create or replace function rules_group_of(organization text, message messages, author json) returns boolean
language sql stable as $$
  select coalesce((author ->> 'is_admin')::boolean and message.contact_id = contact_of(
    organization, author ->> 'type', author ->> 'value'
  ), false)
$$;

/*
 * An edited message's content: the edit names what is new; what it does not name, such as the file of a captioned
 * picture, stays.
 */
create or replace function edited_content(stored text, given text) returns text
language sql immutable as $$
  select json_object_agg(part.key, part.value)::text
  from (
    select key, value from json_each(stored::json)
    where key not in (select json_object_keys(given::json))
    union all
    select key, value from json_each(given::json)
  ) as part
$$;

/*
 * The edits of a message, with the content it had until now, since `at`. At
 * most twenty stay: the first, as it was written, and the latest.
 */
create or replace function with_edit(edits text, content text, at timestamptz) returns text
language sql immutable as $$
  with entries as (
    select entry, place from json_array_elements(coalesce(edits, '[]')::json) with ordinality as listed (entry, place)
    union all
    select json_build_object('content', content::json, 'at', iso_time(at)), 1000
  )
  select json_agg(kept.entry order by kept.place)::text
  from (select entry, place from entries where place = 1 or place > (select count(*) from entries) - 19) as kept
$$;

/* Applies what arrived before its message: a revision, or a status (see apply_statuses). */
create or replace function apply_early(organization text, channel text, early json) returns void
language plpgsql as $$
begin
  if early ->> 'status' is null then
    perform revise_message(organization, channel, early);
  else
    perform apply_statuses(organization, channel, json_build_array(early));
  end if;
end $$;

/* Applies revisions that arrived before their messages, in the order they were made. */
create or replace function apply_early_revisions(organization text, channel text, fresh uuid[]) returns void
language plpgsql as $$
declare
  early record;
begin
  -- mostly there are none
  if not exists (
    select from early_revisions as known where known.organization_id = organization and known.channel_id = channel
  ) then
    return;
  end if;
  for early in
    with gone as (
      delete from early_revisions as known using messages as message
      where message.organization_id = organization and message.id = any (fresh)
        and known.organization_id = organization and known.channel_id = channel
        and known.original_id = message.provider_message_id
      returning known.revision::json as revision
    )
    select revision from gone order by (revision ->> 'at')::timestamptz
  loop
    perform apply_early(organization, channel, early.revision);
  end loop;
end $$;

/*
 * Applies the early revisions of one message that is known by now: the provider's id of our own message comes with
 * its send's result, and a revision can be faster. Looks at revisions that arrived since a moment. Returns whether
 * there was one. One message at a time, so that nobody has to wait for two.
 */
create or replace function apply_late_revisions(since timestamptz) returns boolean
language plpgsql as $$
declare
  late record;
  found_one boolean := false;
begin
  for late in
    with first as (
      select early.organization_id, early.channel_id, early.original_id
      from early_revisions as early
      cross join lateral (
        select message.type
        from provider_messages as named
        cross join lateral (
          select one.type from messages as one
          where one.organization_id = named.organization_id and one.id = named.message_id
          limit 1
        ) as message
        where named.organization_id = early.organization_id and named.channel_id = early.channel_id
          and named.provider_message_id = early.original_id
        limit 1
      ) as known
      where early.created_at >= since and known.type <> 'undecryptable'
      limit 1
    ), gone as (
      delete from early_revisions as early using first
      where early.organization_id = first.organization_id and early.channel_id = first.channel_id
        and early.original_id = first.original_id
      returning early.organization_id, early.channel_id, early.revision::json as revision
    )
    select * from gone order by (revision ->> 'at')::timestamptz
  loop
    perform apply_early(late.organization_id, late.channel_id, late.revision);
    found_one := true;
  end loop;
  return found_one;
end $$;
