-- Sends of agents that wait for a person's approval.

/* The status that is shown: past its end, one that waits is expired; an approved one is sent once its message is. */
create or replace function approval_status(known approvals) returns text
language sql stable as $$
  select case
    when known.status = 'waiting' and known.expires_at <= now() then 'expired'
    when known.status = 'approved' and exists (
      select from message_by_id(known.organization_id, known.message_id) as message
      where message.status in ('sent', 'delivered', 'read')
    ) then 'sent'
    else known.status
  end
$$;

/* What a send is expected to cost, as long as it waits; then that of its message. Null without a price. */
create or replace function approval_cost(known approvals) returns jsonb
language sql stable as $$
  select case known.status
    when 'waiting' then shown_expected((expected_costs(array[
      json_populate_record(null::accept_input, known.input::json)
    ]))[1])
    when 'approved' then (
      select shown_expected(message.cost) from message_by_id(known.organization_id, known.message_id) as message
    )
  end
$$;

/* The contact that it is for; null as long as there is none. */
create or replace function approval_contact(known approvals) returns text
language sql stable as $$
  select contact_of(
    known.organization_id, identity_type_of(known.address, known.user_id), identity_value_of(known.address, known.user_id)
  )
$$;

/* An approval as the API and events show it. */
create or replace function approval_record(known approvals) returns json
language sql stable as $$
  select json_build_object(
    'id', known.id, 'status', approval_status(known), 'channel_id', known.channel_id,
    'requested_by', json_build_object('key_id', known.key_id, 'name', (
      select agent.name from api_keys as agent
      where agent.organization_id = known.organization_id and agent.id = known.key_id
    )),
    'contact_id', contact.id, 'contact_name', contact.name, 'conversation_id', (
      select conversation.id from conversations as conversation
      where conversation.organization_id = known.organization_id and conversation.channel_id = known.channel_id
        and conversation.contact_id = contact.id
    ),
    'message', known.message::json, 'preview', json_build_object('text', known.preview), 'cost', approval_cost(known),
    'created_at', iso_time(known.created_at), 'expires_at', iso_time(known.expires_at),
    'decided_at', iso_time(known.decided_at), 'decided_by', known.decided_by, 'reason', known.reason,
    'message_id', known.message_id, 'asked', (
      select json_build_object(
        'channel_id', ask.channel_id, 'to', ask.address, 'message_id', ask.message_id, 'reason', ask.reason
      )
      from approval_asks as ask
      where ask.organization_id = known.organization_id and ask.approval_id = known.id
    )
  )
  from (select approval_contact(known) as id) as recipient
  left join contacts as contact
    on contact.organization_id = known.organization_id and contact.id = recipient.id
$$;

create or replace function approval_event(event_type text, known approvals) returns event_input
language sql stable as $$
  select row(known.organization_id, known.channel_id, event_type, (
    approval_record(known)::jsonb - 'id'
      || jsonb_build_object('approval_id', known.id, 'organization_id', known.organization_id)
  )::text)::event_input
$$;

/*
 * Keeps a send until a person approves it, or until it can't be sent as it was shown: its time has come, or the window in
 * which it may be sent is over. `last_inbound_at` is when the recipient last wrote. Returns the response to it.
 */
create or replace function ask_approval(input accept_input, last_inbound_at timestamptz) returns text
language plpgsql as $$
declare
  made approvals;
begin
  insert into approvals (
    organization_id, id, key_id, channel_id, status, address, user_id, input, message, preview, template_hash, expires_at
  ) values (
    input.organization_id, input.approval ->> 'id', input.author, input.channel_id, 'waiting', input.address, input.user_id,
    input.approval ->> 'input', input.approval ->> 'message', input.approval ->> 'preview',
    input.approval ->> 'template_hash', least(
      now() + interval '24 hours', input.expires_at, case when input.scheduled_at > now() then input.scheduled_at end,
      case when input.needs_window then last_inbound_at + service_window() end
    )
  ) returning * into made;
  perform ask_on_whatsapp(made, input.guard -> 'approval_to');
  perform emit_events(array[approval_event('approval.requested', made)]);
  return json_build_object(
    'id', made.id, 'status', 'waiting', 'channel_id', made.channel_id, 'to', made.address, 'recipient', made.user_id,
    'created_at', iso_time(made.created_at), 'expires_at', iso_time(made.expires_at), 'approval', approval_record(made)
  )::text;
end $$;

/* Writes down that some waited for too long, at most so many, and says so. Returns how many there were. */
create or replace function end_approvals(most integer) returns integer
language plpgsql as $$
declare
  ended event_input[];
begin
  with due as (
    select known.organization_id, known.id from approvals as known
    where known.status = 'waiting' and known.expires_at <= now()
    order by known.expires_at
    limit most
    for update skip locked
  ), changed as (
    update approvals as known set status = 'expired', decided_at = known.expires_at
    from due
    where known.organization_id = due.organization_id and known.id = due.id
    returning known as approval
  )
  select array_agg(approval_event('approval.decided', changed.approval)) into ended from changed;
  perform emit_events(ended);
  return coalesce(cardinality(ended), 0);
end $$;
