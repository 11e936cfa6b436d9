/*
 * Accepts the messages of one batch request, with one idempotency key for all
 * of them (null for none). `answers` is what the daemon has decided already, as
 * JSON text: it is returned with the outcomes of accept_messages, and stored
 * under the key. Outcome: accepted, replayed (response is the first one) or
 * key_reused (the same key with another request).
 */
create or replace function accept_batch(
  organization text, idempotency_key text, request_fingerprint text, answers text, batch json
) returns table (outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  made text;
begin
  if idempotency_key is not null and not claim_key(organization, idempotency_key, request_fingerprint, 200, '') then
    return query
      select earlier.outcome, earlier.response
      from earlier_answer(organization, idempotency_key, request_fingerprint) as earlier;
    return;
  end if;

  select '{"answers":' || answers || ',"outcomes":' || coalesce(json_agg(one), '[]'::json) || '}' into made
  from (select n, outcome, response from accept_messages(batch)) as one;
  update idempotency_keys as kept set response = made
  where kept.organization_id = organization and kept.key = idempotency_key;
  return query select 'accepted'::text, made;
end $$;
