-- Approvals that somebody is asked for on WhatsApp.

/* Has somebody asked for an approval, if the guard of the key names a person for that (approval_to). */
create or replace function ask_on_whatsapp(made approvals, approver jsonb) returns void
language plpgsql as $$
begin
  if approver is null then
    return;
  end if;
  insert into approval_asks (organization_id, approval_id, channel_id, address, template)
  values (
    made.organization_id, made.id, approver ->> 'channel_id', ltrim(approver ->> 'to', '+'), approver -> 'template'
  );
  perform queue_ask(made.organization_id, made.id);
end $$;

/* Has somebody asked after this is committed, once however often it is queued. */
create or replace function queue_ask(organization text, approval text) returns void
language sql as $$
  select graphile_worker.add_job(
    'approval_ask', json_build_object('organization_id', organization, 'approval_id', approval),
    job_key => 'approval_ask:' || approval
  )
$$;

/*
 * Hears from those who are asked for approvals. What they pressed is judged after this is committed: a received message
 * carries it as `press` (JSON text: payload, and quoted, the platform's id of the message that it answers). And who could
 * not be asked before they wrote is asked now.
 */
create or replace function hear_approvers(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
begin
  -- most numbers ask nobody
  if not exists (select from approval_asks where organization_id = organization and channel_id = channel) then
    return;
  end if;

  perform graphile_worker.add_job('approval_press', json_build_object(
    'organization_id', organization, 'channel_id', channel, 'payload', press.payload, 'quoted', press.quoted,
    'people', json_build_array(
      json_build_object('type', message.identity_type, 'value', message.identity_value),
      json_build_object('type', message.other_type, 'value', message.other_value)
    )
  ))
  from json_to_recordset(received) as message (
    id uuid, identity_type text, identity_value text, other_type text, other_value text, press text
  )
  cross join lateral json_to_record(message.press::json) as press (payload text, quoted text)
  where message.id = any (fresh) and message.press is not null;

  perform queue_ask(organization, ask.approval_id)
  from approval_asks as ask
  join approvals as known
    on known.organization_id = ask.organization_id and known.id = ask.approval_id and known.status = 'waiting'
  where ask.organization_id = organization and ask.channel_id = channel and ask.message_id is null
    and exists (
      select from json_to_recordset(received) as message (
        id uuid, direction text, identity_type text, identity_value text, other_type text, other_value text
      )
      where message.id = any (fresh) and message.direction = 'inbound' and is_approver(
        organization, ask.address, message.identity_type, message.identity_value, message.other_type, message.other_value
      )
    );
end $$;

/*
 * Whether a writer is the person with a number: by that number in one of its forms, or, where it is hidden, as a contact.
 * Platforms give one or two identities of a writer.
 */
create or replace function is_approver(
  organization text, address text, identity_type text, identity_value text, other_type text, other_value text
) returns boolean language sql stable as $$
  select case
    when 'phone' in (identity_type, other_type) then exists (
      select from (values (identity_type, identity_value), (other_type, other_value)) as named (type, value)
      where named.type = 'phone' and named.value in (address, other_form_of(address))
    )
    else coalesce(
      contact_of(organization, identity_type, identity_value) = contact_of(organization, 'phone', address), false
    )
  end
$$;
