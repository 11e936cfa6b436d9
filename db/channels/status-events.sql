/*
 * Tells that the status of a channel changed, in the transaction that changes it: whoever writes the status, nobody
 * can forget to tell. A channel that is deleted tells nothing.
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

/*
 * Whether a channel's login is over, and somebody has to renew it: the device of a paired number, or the access of a
 * number that has a token, which only the platform ends.
 */
create or replace function is_logged_out(channel channels) returns boolean
language sql immutable as $$
  select channel.status in ('logged_out', 'replaced')
    or channel.status = 'disconnected' and channel.access_token is not null
$$;

do $$
begin
  if not exists (select from pg_trigger where tgname = 'channel_status_changed' and tgrelid = 'channels'::regclass) then
    create trigger channel_status_changed after update of status on channels
    for each row when (new.status is distinct from old.status and new.deleted_at is null)
    execute function tell_channel_status();
  end if;
end $$;
