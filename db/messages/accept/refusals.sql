/*
 * The rows of a batch that may not be sent: conversation_not_found (the channel
 * has no such conversation), recipient_mismatch (the conversation named is not
 * the one with this recipient), suppressed_recipient
 * (response: the reason) or outside_service_window (response: when the
 * recipient last wrote, if ever). A message that was accepted earlier under the
 * same idempotency key is not checked again.
 */
create or replace function refusals_of(inputs accept_input[])
returns table (n integer, outcome text, response text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select input.n, verdict.outcome, case verdict.outcome
      when 'suppressed_recipient' then suppressed.reason
      when 'outside_service_window' then iso_time(conversation.last_inbound_at)
    end
    from unnest(inputs) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.source = ''
        and known.type = identity_type_of(input.address, input.user_id)
        and known.value = identity_value_of(input.address, input.user_id)
      limit 1
    ) as identity on true
    left join lateral (
      select known.id, known.last_inbound_at from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
    ) as conversation on true
    left join lateral (
      select suppression_of(
        input.organization_id, identity.contact_id,
        is_marketing(input.organization_id, input.channel_id, input.type, input.content)
      ) as reason
    ) as suppressed on input.addressed
    cross join lateral (
      select case
        when current_conversation(input.organization_id, input.conversation_id) <> coalesce(conversation.id, '') then case
          when exists (
            select from conversations as named
            where named.organization_id = input.organization_id
              and named.id = current_conversation(input.organization_id, input.conversation_id)
              and named.channel_id = input.channel_id
          ) then 'recipient_mismatch' else 'conversation_not_found' end
        when suppressed.reason is not null then 'suppressed_recipient'
        when input.needs_window
          and coalesce(conversation.last_inbound_at, '-infinity') <= now() - service_window()
          then 'outside_service_window'
      end as outcome
    ) as verdict
    where verdict.outcome is not null and not is_claimed(input.organization_id, input.idempotency_key);
end $$;

/*
 * The rows of a batch that the guards of their agents' keys refuse: agent_recipient (response: whom the key may write
 * to), agent_message (see names_own_messages) or agent_limit (response: which limit, and when there is room again); and those that wait for approval: waiting
 * (response: the response to it). The others are counted, and so are those that wait. Keys are locked, so that two daemons
 * count as one. A message that was accepted earlier under the same idempotency key counts once.
 */
create or replace function refused_by_guards(inputs accept_input[])
returns table (n integer, outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  input accept_input;
  contact text;
  conversation_id text;
  last_wrote timestamptz;
  is_new boolean;
  waits boolean;
  answer text;
  people text[] := '{}';
  repeated text[] := '{}';
  person text;
  price numeric;
  reached json;
begin
  perform pg_advisory_xact_lock(hashtextextended('agent ' || key.author, 0))
  from (select distinct one.author from unnest(inputs) as one where one.guard is not null order by 1) as key;

  for input in select one.* from unnest(inputs) as one where one.guard is not null order by one.author, one.n loop
    continue when input.idempotency_key = any (repeated)
      or is_claimed(input.organization_id, input.idempotency_key);
    select identity.contact_id, conversation.id, conversation.last_inbound_at, conversation.id is null
    into contact, conversation_id, last_wrote, is_new
    from (select) as nothing
    left join contact_identities as identity
      on identity.organization_id = input.organization_id and identity.source = ''
        and identity.type = identity_type_of(input.address, input.user_id)
        and identity.value = identity_value_of(input.address, input.user_id)
    left join conversations as conversation
      on conversation.organization_id = input.organization_id and conversation.channel_id = input.channel_id
        and conversation.contact_id = identity.contact_id;
    if not may_write_to(input, contact, last_wrote is not null) then
      return query select input.n, 'agent_recipient', input.guard ->> 'recipients';
      continue;
    end if;
    if not names_own_messages(input, conversation_id) then
      return query select input.n, 'agent_message', null::text;
      continue;
    end if;
    waits := input.approval is not null and (is_new or input.guard ->> 'approval' = 'always');
    person := concat_ws(' ', input.author, input.channel_id, identity_value_of(input.address, input.user_id));
    is_new := is_new and person <> all (people);
    price := guarded_price(input);
    reached := limit_reached(input, is_new, price);
    if reached is not null then
      return query select input.n, 'agent_limit', reached::text;
      continue;
    end if;
    -- taken at this moment: answered like any that is repeated
    continue when waits and input.idempotency_key is not null
      and not claim_key(input.organization_id, input.idempotency_key, input.fingerprint, 202, '');
    if waits then
      answer := ask_approval(input, last_wrote);
      update idempotency_keys as kept set response = answer
      where kept.organization_id = input.organization_id and kept.key = input.idempotency_key;
      return query select input.n, 'waiting', answer;
    end if;
    people := people || person;
    repeated := repeated || input.idempotency_key;
    insert into agent_usage as counted (organization_id, key_id, minute, messages, new_people, money)
    values (input.organization_id, input.author, date_trunc('minute', now()), 1, is_new::integer, price)
    on conflict (organization_id, key_id, minute) do update set
      messages = counted.messages + 1, new_people = counted.new_people + excluded.new_people,
      money = counted.money + excluded.money;
  end loop;
end $$;

/* Whether a guard lets its key write to somebody, who wrote to the channel before or did not. */
create or replace function may_write_to(input accept_input, contact text, wrote boolean) returns boolean
language sql stable as $$
  select case input.guard ->> 'recipients'
    when 'anyone' then true
    when 'contacts' then contact is not null
    when 'list' then exists (
      select from crm_list_entries as entry
      where entry.organization_id = input.organization_id and entry.list_id = input.guard ->> 'list_id'
        and entry.record_id = contact
    )
    else coalesce(wrote, false)
  end
$$;

/*
 * Whether the messages that a message is about, or quotes, are of its conversation, by our ids or the provider's, and
 * what it edits or deletes was sent by the same key. An edit is sent to the chat of what it edits, whatever recipient is
 * named, and a quote shows what somebody else wrote.
 */
create or replace function names_own_messages(input accept_input, conversation text) returns boolean
language plpgsql stable as $$
begin
  return (
    select coalesce(bool_and(exists (
      select from message_by_id(input.organization_id, case
        -- on a paired number, a sender chooses the id of a message: one in the form of ours is ours
        when named.id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named.id::uuid
        else (
          select known.message_id from provider_messages as known
          where known.organization_id = input.organization_id and known.channel_id = input.channel_id
            and known.provider_message_id = named.id
        )
      end) as message
      where current_conversation(input.organization_id, message.conversation_id) = conversation
        and (input.type not in ('edit_message', 'delete_message') or message.author = input.author)
    )), true)
    from (
      values (input.content::json ->> 'message_id'), (input.content::json #>> '{reply_to,id}')
    ) as named (id)
    where named.id is not null
  );
end $$;

/*
 * What a message counts towards a guard's limits of money: what it is expected to cost. Only what costs nothing comes
 * without a cost (daemon/messages/accept/guard.ts); one whose price is not known is more than any limit.
 */
create or replace function guarded_price(input accept_input) returns numeric
language plpgsql stable as $$
begin
  return case when input.guard ? 'currency' and input.cost is not null
    then coalesce((shown_expected((expected_costs(array[input]))[1]) ->> 'amount')::numeric, 'infinity')
    else 0
  end;
end $$;

/* What of a key's usage a limit is about. */
create or replace function agent_amount(counted agent_usage, name text) returns numeric
language sql immutable as $$
  select case split_part(name, '_per_', 1)
    when 'messages' then counted.messages when 'new_people' then counted.new_people else counted.money
  end
$$;

/*
 * The first limit of a guard that one more message would pass, and when there is room for it again, null for never. No
 * json where there is room.
 */
create or replace function limit_reached(input accept_input, is_new boolean, price numeric) returns json
language sql stable as $$
  select json_build_object('limit', wanted.name, 'most', wanted.most, 'until', (
    select iso_time(min(sum.minute) + wanted.span)
    from (
      select counted.minute, sum(amount.value) over (order by counted.minute) as gone
      from agent_usage as counted cross join lateral agent_amount(counted, wanted.name) as amount (value)
      where counted.organization_id = input.organization_id and counted.key_id = input.author
        and counted.minute > now() - wanted.span
    ) as sum
    where used.total - sum.gone + wanted.adds <= wanted.most
  ))
  from (
    values
      ('messages_per_hour', interval '1 hour', 1), ('messages_per_day', interval '1 day', 1),
      ('new_people_per_hour', interval '1 hour', is_new::integer), ('new_people_per_day', interval '1 day', is_new::integer),
      ('money_per_hour', interval '1 hour', price), ('money_per_day', interval '1 day', price)
  ) as kind (name, span, adds)
  cross join lateral (
    select kind.name, kind.span, kind.adds, (input.guard ->> kind.name)::numeric as most
  ) as wanted
  cross join lateral (
    select coalesce(sum(agent_amount(counted, wanted.name)), 0) as total
    from agent_usage as counted
    where counted.organization_id = input.organization_id and counted.key_id = input.author
      and counted.minute > now() - wanted.span
  ) as used
  where wanted.most is not null and wanted.adds > 0 and used.total + wanted.adds > wanted.most
  limit 1
$$;

/* Refusals of a batch as accept_messages returns them; none for null. */
create or replace function answered_refusals(refusals json)
returns table (n integer, outcome text, response text, conversation_id text, begun boolean)
language sql immutable as $$
  select refusal.*, null::text, false
  from json_to_recordset(refusals) as refusal (n integer, outcome text, response text)
$$;

/* The rows of a batch that were not refused: all, for null. */
create or replace function without_refused(inputs accept_input[], refusals json) returns accept_input[]
language sql immutable as $$
  select array(
    select input from unnest(inputs) as input
    where input.n not in (select refusal.n from json_to_recordset(refusals) as refusal (n integer))
  )
$$;
