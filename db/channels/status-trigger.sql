/*
 * Emits each change of a channel's status, in the transaction that changes it, so that no writer can forget it; and that
 * a pairing waits for a person with the account's passkey. A channel that is deleted emits nothing.
 */
create or replace function tell_channel_status() returns trigger
language plpgsql as $$
begin
  perform emit_events(array[channel_status_event(new, old.status)]);
  if is_logged_out(new) and not is_logged_out(old) then
    perform emit_events(array[channel_logged_out_event(new)]);
  end if;
  return null;
end $$;

create or replace trigger channel_status_changed after update of status on channels
for each row when (
  (new.status is distinct from old.status
    or (new.status_reason like 'passkey\_%' and new.status_reason is distinct from old.status_reason))
  and new.deleted_at is null)
execute function tell_channel_status();
