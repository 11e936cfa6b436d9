/*
 * Adds tags to a conversation and removes others, and emits the event with its
 * tags afterwards. Outcome: changed or unchanged; missing when it has not all that
 * are removed, or too_many when it would have more than `most`: then nothing is written.
 */
create or replace function tag_conversation(
  organization text, conversation text, added text[], removed text[], most integer
) returns text language plpgsql as $$
declare
  current conversations;
  before text[];
  names text[];
begin
  -- one change at a time, so that the limit holds
  conversation := held_conversation(organization, conversation);
  select * into current from conversations where organization_id = organization and id = conversation;
  before := tags_of(organization, conversation);
  names := array(
    select name from unnest(before || added) as name where name <> all (removed) group by name order by name
  );
  if exists (select from unnest(removed) as name where name <> all (before || added)) then
    return 'missing';
  elsif names = before then
    return 'unchanged';
  elsif cardinality(names) > greatest(most, cardinality(before)) then
    return 'too_many';
  end if;
  insert into conversation_tags (organization_id, name, conversation_id)
  select organization, name, conversation from unnest(names) as name
  on conflict do nothing;
  delete from conversation_tags
  where organization_id = organization and conversation_id = conversation and name = any (removed);
  update conversations set updated_at = now(), changed_at = now()
  where organization_id = organization and id = conversation;

  perform emit_events(array[tags_event(current, names)]);
  return 'changed';
end $$;

/* The tags of a conversation, by name. */
create or replace function tags_of(organization text, conversation text) returns text[]
language sql stable as $$
  select array(
    select known.name from conversation_tags as known
    where known.organization_id = organization and known.conversation_id = conversation
    order by known.name
  )
$$;
