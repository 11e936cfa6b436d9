-- Who holds a conversation of a number on which Meta Business Agent answers, too: the agent, or the business.

/*
 * Notes who holds a conversation. `news`: holder (agent or business), at, and cause: `message` (Meta sent a message to the
 * one who holds it), `passed` or `taken` (Meta's handover), `sent` (what the business sent took it) or `asked` (somebody
 * here took it, or gave it back, `by` whom). Handovers have the id and content (JSON text) of the record that shows them
 * among the messages, the provider_message_id by which they are known, note, summary and rules (see inbox-rules.sql). What is
 * older than what is known changes nothing. Emits the event if it changed, or was handed over.
 */
create or replace function change_holder(organization text, conversation text, news json) returns void
language plpgsql as $$
declare
  current conversations;
  before conversations;
  holder text := nullif(news ->> 'holder', 'business');
  moment timestamptz := least((news ->> 'at')::timestamptz, clock_timestamp());
  is_passed constant boolean := news ->> 'cause' in ('passed', 'taken');
begin
  select * into current from conversations as known
  where known.organization_id = organization and known.id = conversation for no key update;
  if news ->> 'id' is not null and not show_handover(current, news) then
    return;
  end if;
  if moment < current.handled_at or moment = current.handled_at and news ->> 'cause' = 'message'
    or holder is not distinct from current.handled_by and not is_passed then
    return;
  end if;
  before := current;
  update conversations as known set
    handled_by = holder, handled_at = moment,
    -- one holds it: the agent in place of who did
    held_by = case when holder is null then known.held_by end,
    held_since = case when holder is null then known.held_since end,
    held_until = case when holder is null then known.held_until end,
    handed_over_at = case when holder is null and news ->> 'cause' = 'passed' then moment end,
    status = case when opens_again(known, news) then 'open' else known.status end,
    settled_at = case when not opens_again(known, news) then known.settled_at end,
    snoozed_until = case when not opens_again(known, news) then known.snoozed_until end,
    updated_at = now(), changed_at = now()
  where known.organization_id = organization and known.id = conversation
  returning * into current;
  perform settle_waiting(organization, array[conversation]);
  perform emit_events(array[handover_event(current, news)]);
  if before.handled_by is distinct from holder then
    perform emit_events(array[
      case when holder is null then released_event(before, 'handed_over', news ->> 'by') else held_event(current, 'handed_over') end
    ]);
    perform keep_bots_out(organization, conversation);
  end if;
  if holder is null and news ->> 'cause' = 'passed' then
    perform receive_handed_over(current, (news ->> 'rules')::json);
  end if;
end $$;

/* Whether the agent's handover opens a conversation: a person asks for somebody. */
create or replace function opens_again(known conversations, news json) returns boolean
language sql immutable as $$
  select known.status <> 'open' and news ->> 'holder' = 'business' and news ->> 'cause' = 'passed'
    and coalesce(((news ->> 'rules')::json ->> 'reopens')::boolean, true)
$$;

/* Whether the agent handed a conversation over to the business, which has neither answered nor closed it since. */
create or replace function is_handed_over(known conversations) returns boolean
language sql stable as $$
  select known.handed_over_at is not null and (known.settled_at > known.handed_over_at) is not true and not exists (
    select from messages as answer
    where answer.organization_id = known.organization_id and answer.conversation_id = known.id
      and answer.id > uuid_bound(known.handed_over_at) and answer.author is distinct from 'meta_agent'
      and is_answer(answer.direction, answer.type, answer.status, answer.broadcast_id, answer.metadata)
  )
$$;

/* Shows a handover among the messages of a conversation; false when it is shown already. */
create or replace function show_handover(shown_in conversations, news json) returns boolean
language plpgsql as $$
declare
  own uuid := (news ->> 'id')::uuid;
  direction constant text := case when news ->> 'holder' = 'agent' then 'outbound' else 'inbound' end;
  at timestamptz := (news ->> 'at')::timestamptz;
begin
  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  values (shown_in.organization_id, shown_in.channel_id, news ->> 'provider_message_id', own)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into messages (
    organization_id, id, channel_id, conversation_id, contact_id, direction, type, status, content,
    provider_message_id, status_history, created_at, updated_at, author
  )
  values (
    shown_in.organization_id, own, shown_in.channel_id, shown_in.id, shown_in.contact_id, direction, 'system',
    received_status(direction), news ->> 'content', news ->> 'provider_message_id',
    history_entry(received_status(direction), at), at, now(), news ->> 'by'
  );
  perform emit_events(array[preview_event(
    shown_in.organization_id, shown_in.channel_id, shown_in.id, shown_in.status, shown_in.assignee_id,
    shown_in.team_id, own
  )]);
  return true;
end $$;

/* What the rules of the inbox say when the agent hands a conversation over: somebody gets it, or hears that nobody is there. */
create or replace function receive_handed_over(known conversations, rules json) returns void
language plpgsql as $$
declare
  identity record;
begin
  if (rules ->> 'assigns')::boolean then
    perform assign_in_turn(known.organization_id, known.channel_id, known.id);
  end if;
  if rules -> 'away' ->> 'id' is not null then
    select one.type, one.value into identity from contact_identities as one
    where one.organization_id = known.organization_id and one.contact_id = known.contact_id and one.type in ('phone', 'bsuid')
    order by one.type desc limit 1;
    perform answer_away(known.organization_id, known.channel_id, known.id, identity.type, identity.value, rules -> 'away');
  end if;
end $$;

/* Applies a handover that Meta reported for a person (identity_type, identity_value) of a channel: see change_holder. */
create or replace function apply_handover(organization text, channel text, news json) returns void
language plpgsql as $$
declare
  conversation text;
begin
  perform ensure_recipients(array[
    recipient(organization, channel, news ->> 'identity_type', news ->> 'identity_value')
  ]);
  select known.id into conversation from conversations as known
  where known.organization_id = organization and known.channel_id = channel
    and known.contact_id = held_contact_of(organization, news ->> 'identity_type', news ->> 'identity_value');
  if found then
    perform change_holder(organization, conversation, news);
  end if;
end $$;

/* Notes who holds the conversations of received messages, by the newest that says so: see receive_messages. */
create or replace function note_holders(organization text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  said record;
begin
  for said in
    select distinct on (known.conversation_id) known.conversation_id, message.holder, message.at
    from json_to_recordset(received) as message (id uuid, holder text, at timestamptz)
    cross join lateral (
      select one.conversation_id from messages as one
      where one.organization_id = organization and one.id = message.id
      limit 1
    ) as known
    where message.id = any (fresh) and message.holder is not null
    order by known.conversation_id, message.at desc, message.id desc
  loop
    perform change_holder(organization, said.conversation_id, json_build_object(
      'holder', said.holder, 'at', said.at, 'cause', 'message'
    ));
  end loop;
end $$;

/*
 * The conversations that an agent holds, and that results of sends (see finish_sends) took from it: whatever is sent but a
 * template takes a conversation (Meta, "Standby webhooks": a service message of who observes makes them its handler).
 */
create or replace function taken_by(organization text, results json) returns text[]
language sql stable as $$
  select array_agg(distinct message.conversation_id)
  from json_to_recordset(results) as result (message_id uuid, outcome text)
  cross join lateral (
    select known.conversation_id, known.type, known.direction, known.broadcast_id, known.metadata from messages as known
    where known.organization_id = organization and known.id = result.message_id
    limit 1
  ) as message
  cross join lateral (
    select from conversations as held
    where held.organization_id = organization and held.id = message.conversation_id and held.handled_by = 'agent'
    limit 1
  ) as held
  where result.outcome = 'sent' and message.type <> 'template'
    and is_answer(message.direction, message.type, 'sent', null, message.metadata)
$$;

/* Notes that the business took a conversation by what it sent. */
create or replace function take_conversation(organization text, conversation text) returns void
language sql as $$
  select change_holder(organization, conversation, json_build_object(
    'holder', 'business', 'at', clock_timestamp(), 'cause', 'sent'
  ))
$$;
