-- Who may not be written to, and how people stop and resume messages themselves.

/* Who of an organisation may not be written to on WhatsApp, and why; of marketing_stopped, only with marketing. */
create or replace function suppressed_people(organization text) returns table (contact_id text, reason text)
language sql stable as $$
  select known.contact_id, known.reason from suppressions as known
  where known.organization_id = organization and known.channel = 'whatsapp'
    and (known.until is null or known.until > now())
  union all
  select known.contact_id, 'consent_denied' from contact_consents as known
  where known.organization_id = organization and known.channel = 'whatsapp'
    and known.state = 'denied' and (known.expires_at is null or known.expires_at > now())
$$;

/* Why a contact may not be written to on WhatsApp, first what holds back everything; null when they may. */
create or replace function suppression_of(organization text, contact text, marketing boolean) returns text
language sql stable as $$
  select known.reason from suppressed_people(organization) as known
  where known.contact_id = contact and (known.reason <> 'marketing_stopped' or marketing)
  order by known.reason = 'marketing_stopped', known.reason = 'consent_denied'
  limit 1
$$;

/*
 * Applies words such as STOP. Their messages carry
 * `opt_out`: kind (stop or start), and the confirmation: reply (JSON text of its
 * content, null for none), id and cost (see expected_costs). A stop suppresses the contact and denies their
 * consent, with the message as proof; a start lifts both, if an earlier stop of
 * theirs was the reason. Nothing is confirmed to somebody who was suppressed
 * already, nor for a start that lifts nothing: otherwise two machines could
 * answer each other for ever.
 */
create or replace function apply_opt_outs(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
declare
  said record;
begin
  for said in
    select message.id, wish.kind, wish.id as reply_id, wish.cost,
      -- old messages, which a phone's history brings, take effect but get no confirmation
      case when message.at > now() - interval '24 hours' then wish.reply end as reply,
      contact.id as contact_id, substr(contact.phone_number, 2) as address,
      case when contact.phone_number is null then user_id_of(message.identity_type, message.identity_value) end as user_id
    from json_to_recordset(received) as message (
      id uuid, identity_type text, identity_value text, opt_out text, at timestamptz
    )
    cross join lateral json_to_record(message.opt_out::json) as wish (kind text, reply text, id uuid, cost json)
    cross join lateral held_contact_of(organization, message.identity_type, message.identity_value) as held (id)
    cross join lateral (
      select one.id, one.phone_number from contacts as one
      where one.organization_id = organization and one.id = held.id
      limit 1
    ) as contact
    where message.id = any (fresh) and message.opt_out is not null
    order by message.at, message.id
  loop
    if said.kind = 'stop' then
      if suppression_of(organization, said.contact_id, false) is null then
        -- before the suppression, so that this last message still goes out
        perform confirm_opt_out(
          organization, channel, said.address, said.user_id, said.reply, said.reply_id, said.cost
        );
      end if;
      continue when not stop_messages(organization, said.contact_id, said.id);
      perform note_broadcast_opt_out(organization, said.contact_id);
    else
      continue when not resume_messages(organization, said.contact_id, said.id);
      perform confirm_opt_out(
        organization, channel, said.address, said.user_id, said.reply, said.reply_id, said.cost
      );
    end if;
    perform tell_contact(organization, said.contact_id);
  end loop;
end $$;

/* Sends the confirmation like any other message, if there is one and it is known where to. */
create or replace function confirm_opt_out(
  organization text, channel text, address text, user_id text, content text, id uuid, cost json
) returns void language sql as $$
  select accept_messages(json_build_array(json_build_object(
    'n', 0, 'organization_id', organization, 'id', id, 'channel_id', channel, 'address', address, 'user_id', user_id,
    'type', 'text', 'content', content, 'author', 'opt_out', 'needs_window', false, 'addressed', true,
    'created_at', clock_timestamp(), 'cost', cost
  )))
  where coalesce(address, user_id) is not null and content is not null
$$;

/*
 * Suppresses a contact and denies their consent, at their request; false when both were so already. A suppression by
 * others stays as it is, since the person's start must not lift it. When it ends, the denied consent still holds
 * messages back.
 */
create or replace function stop_messages(organization text, contact text, message uuid) returns boolean
language plpgsql as $$
declare
  suppressed integer;
  denied integer;
begin
  insert into suppressions as known (organization_id, contact_id, channel, reason)
  values (organization, contact, 'whatsapp', 'opted_out')
  on conflict (organization_id, contact_id, channel) do update
    set reason = excluded.reason, proof = null, until = null, created_at = now()
    where known.reason = 'marketing_stopped' or known.until <= now()
      or known.reason = 'opted_out' and known.until is not null;
  get diagnostics suppressed = row_count;
  insert into contact_consents as known (organization_id, contact_id, channel, state, source, proof, stated_at)
  values (organization, contact, 'whatsapp', 'denied', 'stop_word', message::text, now())
  on conflict (organization_id, contact_id, channel) do update
    set state = excluded.state, source = excluded.source, proof = excluded.proof, stated_at = excluded.stated_at,
      expires_at = null, updated_at = now()
    where known.state <> 'denied' or known.expires_at is not null;
  get diagnostics denied = row_count;
  return suppressed + denied > 0;
end $$;

/* Lifts what the person's own stop did; false when there was none. */
create or replace function resume_messages(organization text, contact text, message uuid) returns boolean
language plpgsql as $$
declare
  lifted integer;
  granted integer;
begin
  delete from suppressions as known
  where known.organization_id = organization and known.contact_id = contact and known.channel = 'whatsapp'
    and known.reason in ('opted_out', 'marketing_stopped');
  get diagnostics lifted = row_count;
  update contact_consents as known
  set state = 'granted', source = 'start_word', proof = message::text, stated_at = now(), expires_at = null,
    updated_at = now()
  where known.organization_id = organization and known.contact_id = contact and known.channel = 'whatsapp'
    and known.state = 'denied' and known.source = 'stop_word';
  get diagnostics granted = row_count;
  return lifted + granted > 0;
end $$;
