/*
 * A call of a message that is over without its result being written with it, as when its daemon died: the attempt is
 * written down, with no outcome. Whichever version takes the item back, the attempt counts.
 */
create or replace function keep_attempt() returns trigger
language plpgsql as $$
begin
  insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at)
  values (old.organization_id, old.item_id::uuid, old.attempt, coalesce(old.daemon_id, ''), old.started_at)
  -- a second copy may be made: written before the call
  on conflict do nothing;
  return null;
end $$;

create or replace trigger attempt_is_over after update on lane_items
for each row when (old.state = 'sending' and new.state <> 'sending' and old.kind = 'channel')
execute function keep_attempt();
