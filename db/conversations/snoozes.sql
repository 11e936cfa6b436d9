/*
 * Opens conversations again whose snooze is over, at most so many, and emits the events of it. Those that somebody is
 * changing are left for the next time. Returns how many there were.
 */
create or replace function end_snoozes(most integer) returns integer
language plpgsql as $$
declare
  opened event_input[];
begin
  with due as (
    select known.organization_id, known.id from conversations as known
    where known.snoozed_until <= now()
    order by known.snoozed_until
    limit most
    for no key update skip locked
  ), changed as (
    update conversations as known
    set status = 'open', snoozed_until = null, updated_at = now(), changed_at = now()
    from due
    where known.organization_id = due.organization_id and known.id = due.id
    returning known as conversation
  )
  select array_agg(conversation_event(changed.conversation)) into opened from changed;
  perform emit_events(opened);
  return coalesce(cardinality(opened), 0);
end $$;
