/*
 * Emits that a channel was created, changed or deleted, in the transaction that does it, so that no writer can forget
 * it. What changes with each message or attempt is left out, and so is the status, which has events of its own.
 */
create or replace function tell_channel() returns trigger
language plpgsql as $$
begin
  -- the body is built here: sessions of the version before this event have no function for it
  perform emit_events(array[row(new.organization_id, new.id, 'channel.updated', json_build_object(
    'channel_id', new.id, 'name', new.name,
    'status', case when new.deleted_at is null then new.status else 'deleted' end,
    'organization_id', new.organization_id
  )::text)::event_input]);
  return null;
end $$;

create or replace trigger channel_created after insert on channels
for each row execute function tell_channel();

create or replace trigger channel_changed
after update of name, phone_number, settings, token_expires_at, quality_rating, messaging_limit, deleted_at on channels
for each row when (
  (new.name, new.phone_number, new.settings, new.token_expires_at, new.quality_rating, new.messaging_limit,
    new.deleted_at) is distinct from
  (old.name, old.phone_number, old.settings, old.token_expires_at, old.quality_rating, old.messaging_limit,
    old.deleted_at)
  and old.deleted_at is null)
execute function tell_channel();
