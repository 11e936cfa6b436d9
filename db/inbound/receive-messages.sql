/*
 * Records messages that people sent to one channel, or that the business sent from its phone (echoes, direction outbound).
 * Each: id (the record's), provider_message_id, direction, identity_type and identity_value of the person, other_type and
 * other_value (a second identity of theirs), name, from_phone, user_id (WhatsApp's own id of the person), username, type,
 * content, media (JSON text of an array), ordered (JSON text), opt_out (JSON text, see contacts/opt-outs.sql), at. A message
 * already recorded is skipped, so that a replay changes nothing, unless it could not be decrypted until now. `holder` is who
 * holds the conversation (agent or business) where the message says so, and author meta_agent of what the agent wrote; whom
 * the agent answers waits for nobody else. A closed or snoozed conversation opens again when the person writes, unless
 * `rules` (JSON text, see inbox-rules.sql) say otherwise; not for a reaction or a vote, which need no reply. In a group the
 * person is the group, and `participant` (an address), participant_type, participant_value, participant_other_type,
 * participant_other_value and participant_name say who wrote; see participants.sql. Returns how many were new.
 */
create or replace function receive_messages(organization text, channel text, received json) returns integer
language plpgsql as $$
declare
  fresh uuid[] := claim_received(organization, channel, received);
  brings record;
  writers text[];
begin
  if cardinality(fresh) > 0 then
    brings := brought_by(organization, channel, received, fresh);
    perform meet_people(organization, channel, received, fresh, brings);
    writers := write_received(organization, channel, received, fresh);
    perform release_writers(organization, channel, fresh);
    perform note_broadcast_replies(organization, writers);
    if brings.media then
      perform queue_media(organization, channel, received, fresh);
    end if;
    if brings.orders then
      perform create_orders(organization, channel, received, fresh);
    end if;
    if brings.wishes then
      perform apply_opt_outs(organization, channel, received, fresh);
    end if;
    if brings.rules then
      perform apply_inbox_rules(organization, channel, received, fresh);
    end if;
    perform apply_early_revisions(organization, channel, fresh);
    perform hear_approvers(organization, channel, received, fresh);
  end if;
  if cardinality(fresh) < json_array_length(received) then
    perform fill_undecrypted(organization, channel, received);
    perform receive_copied(organization, channel, received);
  end if;
  return cardinality(fresh);
end $$;

/* Takes the messages that nobody has recorded, or erased, and returns their ids. */
create or replace function claim_received(organization text, channel text, received json) returns uuid[]
language plpgsql as $$
declare
  fresh uuid[];
begin
  with claimed as (
    insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
    select distinct on (provider_message_id) organization, channel, provider_message_id, id
    from json_to_recordset(received) as message (id uuid, provider_message_id text)
    where not is_erased(organization, channel, provider_message_id)
    order by provider_message_id
    on conflict do nothing
    returning message_id
  )
  select coalesce(array_agg(message_id), '{}') into fresh from claimed;
  return fresh;
end $$;

/*
 * Who wrote the new messages, and what any of them brings. Most bring none of these, and looking for each by itself takes
 * longer than writing the message.
 */
create or replace function brought_by(
  organization text, channel text, received json, fresh uuid[], out people recipient_input[], out pairs boolean,
  out usernames boolean, out participants boolean, out media boolean, out orders boolean, out wishes boolean,
  out rules boolean
) language plpgsql as $$
begin
  select array_agg(recipient(organization, channel, message.identity_type, message.identity_value, message.name)),
    bool_or(message.other_value is not null), bool_or(message.username <> ''),
    bool_or(message.participant_value is not null), bool_or(message.media is not null),
    bool_or(message.ordered is not null), bool_or(message.opt_out is not null), bool_or(message.rules is not null)
  into people, pairs, usernames, participants, media, orders, wishes, rules
  from json_to_recordset(received) as message (
    id uuid, identity_type text, identity_value text, name text, other_value text, username text,
    participant_value text, media text, ordered text, opt_out text, rules text
  )
  where message.id = any (fresh);
end $$;

/* Writes the new messages, and what they change of their conversations, with the events. Returns the contacts who wrote. */
create or replace function write_received(organization text, channel text, received json, fresh uuid[]) returns text[]
language plpgsql as $$
declare
  announced event_input[];
  opened text[];
  answered text[];
  held text[];
  writers text[];
begin
  with incoming as (
    select * from placed_messages(organization, channel, received, fresh)
  ), written as (
    insert into messages (
      organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, address, user_id,
      content, provider_message_id, status_history, created_at, updated_at, participant, author
    )
    select organization, id, channel, conversation_id, contact_id, direction, type, received_status(direction),
      case when identity_type = 'phone' then identity_value end, user_id, content, provider_message_id,
      history_entry(received_status(direction), at), at, now(), participant,
      case when direction = 'outbound' then coalesce(author, 'phone') end
    from incoming
  ), touched as (
    -- people's messages and calls open the service window, not what the business writes (Meta: "How calling changes the
    -- 24 hour customer service window")
    update conversations as conversation set
      last_inbound_at = greatest(conversation.last_inbound_at, latest.at), updated_at = now(),
      inbound_count = conversation.inbound_count + latest.unread,
      last_inbound_on = case when conversation.inbound_count + latest.unread > 0
        then greatest(conversation.last_inbound_on, (latest.at at time zone 'UTC')::date) end,
      status = case when latest.reopens then 'open' else conversation.status end,
      snoozed_until = case when not latest.reopens then conversation.snoozed_until end,
      -- in one that stays closed nobody waits
      waiting_since = case when latest.reopens or conversation.status <> 'closed'
        then coalesce(conversation.waiting_since, latest.first_at) end,
      -- who left, or became a viewer, while it was closed does not answer
      assignee_id = case when conversation.assignee_id is null or is_colleague(organization, conversation.assignee_id)
        then conversation.assignee_id end,
      -- what people write, on the business's phone as well
      contacted = conversation.contacted and not latest.is_answered,
      archived_at = case when latest.unread = 0 or conversation.archived_at is null or stays_archived(organization, channel)
        then conversation.archived_at end,
      user_id = coalesce(latest.user_id, conversation.user_id),
      advertised_at = coalesce(latest.advertised_at, conversation.advertised_at),
      changed_at = case when latest.reopens and conversation.status <> 'open' then now() else conversation.changed_at end
    from (
      select conversation_id, max(at) filter (where direction = 'inbound' or type = 'call') as at,
        count(*) filter (where counts_as_unread(direction, type)) as unread,
        coalesce(bool_or(coalesce((rules::json ->> 'reopens')::boolean, true))
          filter (where counts_as_unread(direction, type) and holder is distinct from 'agent'), false) as reopens,
        (array_agg(at order by id)
          filter (where counts_as_unread(direction, type) and holder is distinct from 'agent'))[1] as first_at,
        bool_or(holder = 'agent') is true as is_agents,
        bool_or(direction = 'outbound' or type = 'call') as is_answered,
        max(at) filter (where advertised) as advertised_at,
        (array_agg(user_id order by at desc, id desc) filter (where user_id is not null))[1] as user_id
      from incoming group by 1
    ) as latest
    where conversation.organization_id = organization and conversation.id = latest.conversation_id
    returning conversation.id, conversation.status, conversation.assignee_id, conversation.team_id, latest.is_answered,
      conversation.opened_at is not null as is_opened,
      latest.is_agents or conversation.handled_by is not null as is_held
  ), emitted as (
    select 1 as place, incoming.at, incoming.id, message_new_event(
      organization, channel, incoming.conversation_id, incoming.contact_id, incoming.id, incoming.direction,
      incoming.from_phone, incoming.user_id, incoming.username, incoming.type, incoming.participant
    ) as event
    from incoming
    -- calls have events of their own
    where incoming.type not in ('call', 'missed_call')
    union all
    select 2, null, newest.id, preview_event(
      organization, channel, touched.id, touched.status, touched.assignee_id, touched.team_id, newest.id
    )
    from touched
    cross join lateral (
      select incoming.id from incoming where incoming.conversation_id = touched.id order by incoming.id desc limit 1
    ) as newest
  )
  select array_agg(emitted.event order by emitted.place, emitted.at, emitted.id),
    array(select id from touched where touched.is_opened), array(select id from touched where touched.is_answered),
    array(select id from touched where touched.is_held),
    array(select contact_id from incoming where direction = 'inbound')
  into announced, opened, answered, held, writers from emitted;
  if cardinality(answered) > 0 then
    perform settle_waiting(organization, answered);
  end if;
  perform emit_events(announced);
  if cardinality(held) > 0 then
    perform note_holders(organization, received, fresh);
  end if;
  if cardinality(opened) > 0 then
    perform mark_unread(organization, opened);
  end if;
  return writers;
end $$;

/* The new messages, in their order, each with its contact and conversation. */
create or replace function placed_messages(organization text, channel text, received json, fresh uuid[])
returns table (
  id uuid, provider_message_id text, direction text, identity_type text, identity_value text, from_phone text,
  type text, content text, at timestamptz, user_id text, username text, participant text, rules text,
  advertised boolean, author text, holder text, contact_id text, conversation_id text
) language sql stable as $$
  select message.*, identity.contact_id, conversation.id
  from json_to_recordset(received) as message (
    id uuid, provider_message_id text, direction text, identity_type text, identity_value text, from_phone text,
    type text, content text, at timestamptz, user_id text, username text, participant text, rules text,
    advertised boolean, author text, holder text
  )
  cross join lateral (
    select known.contact_id from contact_identities as known
    where known.organization_id = organization and known.type = message.identity_type
      and known.source = '' and known.value = message.identity_value
    limit 1
  ) as identity
  cross join lateral (
    select known.id from conversations as known
    where known.organization_id = organization and known.channel_id = channel
      and known.contact_id = identity.contact_id
    limit 1
  ) as conversation
  where message.id = any (fresh)
  order by message.at, message.id
$$;

/* The status of a received message: it has reached us, or, outbound, has left the business's phone. */
create or replace function received_status(direction text) returns text
language sql immutable as $$ select case direction when 'inbound' then 'delivered' else 'sent' end $$;

/* Lets messages go that waited until their recipient writes: the writers of received ones. */
create or replace function release_writers(organization text, channel text, fresh uuid[]) returns void
language plpgsql as $$
declare
  conversations text[];
begin
  -- most numbers have no limit, and nobody waits for one
  if not has_messaging_limit(organization, channel) and not exists (select from marketing_holds) then
    return;
  end if;
  conversations := array(
    select message.conversation_id from unnest(fresh) as one (id)
    cross join lateral (
      select known.conversation_id from messages as known
      where known.organization_id = organization and known.id = one.id and known.direction = 'inbound'
      limit 1
    ) as message
  );
  perform release_people(organization, channel, conversations);
  perform release_marketing(organization, channel, conversations);
end $$;
