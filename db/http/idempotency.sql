-- The responses kept for idempotency keys, so that a repeated request is not done again.

/* How long a response is kept for its key. */
create or replace function key_lifetime() returns interval
language sql immutable parallel safe as $$ select interval '24 hours' $$;

/*
 * Claims a key for a request, with its response if that is known already: a
 * status of 0 means not yet, and then others may claim the key after
 * `claim_ends`. False when the key has a response, or its request is still
 * running: see earlier_answer.
 */
create or replace function claim_key(
  organization text, idempotency_key text, request_fingerprint text, status integer, response text,
  claim_ends timestamptz default null
) returns boolean language plpgsql as $$
begin
  insert into idempotency_keys as kept (organization_id, key, fingerprint, status, response, claimed_until)
  values (organization, idempotency_key, request_fingerprint, status, response, claim_ends)
  on conflict (organization_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, response = excluded.response,
    claimed_until = excluded.claimed_until, created_at = now()
    where kept.created_at < now() - key_lifetime() or kept.claimed_until < now();
  return found;
end $$;

/* Whether a key has a response, or its request is still running: claim_key would not give it to another. */
create or replace function is_claimed(organization text, idempotency_key text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from idempotency_keys as kept
    where kept.organization_id = organization and kept.key = idempotency_key
      and kept.created_at >= now() - key_lifetime() and coalesce(kept.claimed_until >= now(), true)
  );
end $$;

/*
 * The state of a key that is claimed already: replayed (with the response), running, or key_reused (another request has
 * it).
 */
create or replace function earlier_answer(organization text, idempotency_key text, request_fingerprint text)
returns table (outcome text, status integer, response text) language sql stable as $$
  select case
    when kept.fingerprint <> request_fingerprint then 'key_reused'
    when kept.status = 0 then 'running'
    else 'replayed'
  end, kept.status, kept.response
  from idempotency_keys as kept
  where kept.organization_id = organization and kept.key = idempotency_key
$$;
