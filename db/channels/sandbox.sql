/* Whether this daemon runs with a sandbox; set per session by the daemon. */
create or replace function in_sandbox() returns boolean
language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('waypost.sandbox', true), ''), pooled_setting('waypost.sandbox'), 'false'
  )::boolean
$$;

/*
 * Whether this daemon leaves a channel alone: one of the sandbox where there is
 * none, or one of WhatsApp itself in a sandbox.
 */
create or replace function is_left_alone(organization text, channel text) returns boolean
language sql stable as $$
  select exists (
    select from channels as known
    where known.organization_id = organization and known.id = channel and known.sandbox <> in_sandbox()
  )
$$;
