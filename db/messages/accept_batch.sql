/*
 * Accepts the messages of one batch request, with one idempotency key for all
 * of them (null for none). `answers` is what the daemon knows already, as JSON
 * text: it comes back with the outcomes of accept_messages, and is kept under
 * the key. Outcome: accepted, replayed (response is the first one) or
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
  if idempotency_key is not null then
    insert into idempotency_keys as kept (organization_id, key, fingerprint, status, response)
    values (organization, idempotency_key, request_fingerprint, 200, '')
    on conflict (organization_id, key) do update set fingerprint = excluded.fingerprint, created_at = now()
      where kept.created_at < now() - interval '24 hours';
    if not found then
      return query
        select case when kept.fingerprint = request_fingerprint then 'replayed' else 'key_reused' end, kept.response
        from idempotency_keys as kept
        where kept.organization_id = organization and kept.key = idempotency_key;
      return;
    end if;
  end if;

  select '{"answers":' || answers || ',"outcomes":' || coalesce(json_agg(one), '[]'::json) || '}' into made
  from accept_messages(batch) as one;
  update idempotency_keys as kept set response = made
  where kept.organization_id = organization and kept.key = idempotency_key;
  return query select 'accepted'::text, made;
end $$;
