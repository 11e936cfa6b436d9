/*
 * Applies the rules of the inbox to received messages. Those of an organisation with rules carry `rules`, JSON text:
 * assigns (whether a conversation that is nobody's is given to somebody in turn), reopens (see receive_messages), and
 * away, the answer outside of the opening hours: its id, type and content (JSON text), what it costs (see
 * expected_costs), and the end of these closed hours, `until`; null for none. Messages older than a day, which a phone's history brings, change nothing.
 */
create or replace function apply_inbox_rules(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  said record;
begin
  for said in
    select distinct on (known.conversation_id) known.conversation_id, (message.rules::json ->> 'assigns')::boolean as assigns,
      message.rules::json -> 'away' as away, message.participant, message.identity_type, message.identity_value
    from json_to_recordset(received) as message (
      id uuid, rules text, participant text, identity_type text, identity_value text, at timestamptz
    )
    cross join lateral (
      select one.conversation_id, one.direction, one.type from messages as one
      where one.organization_id = organization and one.id = message.id
      limit 1
    ) as known
    where message.id = any (fresh) and message.rules is not null and message.at > now() - interval '24 hours'
      and counts_as_unread(known.direction, known.type)
    order by known.conversation_id, message.at desc, message.id desc
  loop
    if said.assigns then
      perform assign_in_turn(organization, channel, said.conversation_id);
    end if;
    -- what is written in a group is meant for its people
    if said.away ->> 'id' is not null and said.participant is null then
      perform answer_away(organization, channel, said.conversation_id, said.identity_type, said.identity_value, said.away);
    end if;
  end loop;
end $$;

/*
 * Gives an open conversation that is nobody's, and is locked, to the next of the users who answer, of a team's to its
 * members: agents, or where there are none, admins and owners. One after another for each channel, whichever daemon does it.
 */
create or replace function assign_in_turn(organization text, channel text, conversation text) returns void
language plpgsql as $$
declare
  users_in_turn uuid[];
  last_user uuid;
  next_user uuid;
  given conversations;
begin
  select * into given from conversations
  where organization_id = organization and id = conversation and assignee_id is null and status = 'open';
  if not found then
    return;
  end if;
  insert into inbox_turns (organization_id, channel_id, user_id)
  values (organization, channel, '00000000-0000-0000-0000-000000000000')
  on conflict do nothing;
  select user_id into last_user from inbox_turns
  where organization_id = organization and channel_id = channel for update;
  users_in_turn := array(
    select known.id from users as known
    where known.organization_id = organization and known.disabled_at is null
      and is_of_team(organization, given.team_id, known.id) and known.role = any (
      case when exists (
        select from users as agent
        where agent.organization_id = organization and agent.disabled_at is null and agent.role = 'agent'
          and is_of_team(organization, given.team_id, agent.id)
      ) then array['agent'] else array['admin', 'owner'] end
    )
    order by known.id
  );
  next_user := coalesce(
    (select one from unnest(users_in_turn) as one where one > last_user order by one limit 1), users_in_turn[1]
  );
  if next_user is null then
    return;
  end if;
  update inbox_turns set user_id = next_user where organization_id = organization and channel_id = channel;
  update conversations set assignee_id = next_user, updated_at = now(), changed_at = now()
  where organization_id = organization and id = conversation
  returning * into given;
  perform emit_events(array[conversation_event(given)]);
end $$;

/* Says once for these closed hours that nobody is there, to somebody who waits and may be written to. */
create or replace function answer_away(
  organization text, channel text, conversation text, identity_type text, identity_value text, away json
) returns void language plpgsql as $$
declare
  current conversations;
  address text;
begin
  select * into current from conversations as known
  where known.organization_id = organization and known.id = conversation;
  if current.waiting_since is null or current.away_until >= (away ->> 'until')::timestamptz
    or suppression_of(organization, current.contact_id, false) is not null then
    return;
  end if;
  select substr(known.phone_number, 2) into address from contacts as known
  where known.organization_id = organization and known.id = current.contact_id;
  perform accept_messages(json_build_array(json_build_object(
    'n', 0, 'organization_id', organization, 'id', away ->> 'id', 'channel_id', channel, 'address', address,
    'user_id', case when address is null then user_id_of(identity_type, identity_value) end,
    'type', away ->> 'type', 'content', away ->> 'content', 'metadata', away_metadata(), 'author', 'away',
    'needs_window', false, 'addressed', true, 'created_at', clock_timestamp(), 'cost', away -> 'cost'
  )));
  perform note_time(current, 'automatic', current.waiting_since, now(), 'away');
  update conversations as known set away_until = (away ->> 'until')::timestamptz
  where known.organization_id = organization and known.id = conversation;
end $$;
