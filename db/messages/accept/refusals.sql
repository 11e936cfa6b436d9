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
    left join lateral (
      select true as found from idempotency_keys as known
      where known.organization_id = input.organization_id and known.key = input.idempotency_key
        and known.created_at >= now() - key_lifetime()
      limit 1
    ) as kept on true
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
    where verdict.outcome is not null and kept.found is null;
end $$;
