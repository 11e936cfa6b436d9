/*
 * Closes open conversations of an organisation in which nothing was written and nothing changed since a time, and in
 * which nobody waits for an answer, with their events; at most so many. Returns how many it looked at.
 */
create or replace function close_quiet_conversations(organization text, since timestamptz, most integer) returns integer
language plpgsql as $$
declare
  quiet text[] := array(
    select found.id from (
      select known.id, known.channel_id from conversations as known
      where known.organization_id = organization and known.status = 'open' and known.updated_at < since
        and is_quiet(known, since)
      order by known.id limit most
    ) as found
    -- in the order of lock_conversations
    order by found.channel_id, found.id
  );
  one text;
begin
  foreach one in array quiet loop
    -- nothing comes into it from here on
    perform from conversations where organization_id = organization and id = one for no key update;
    if exists (
      select from conversations as known
      where known.organization_id = organization and known.id = one and is_quiet(known, since)
    ) then
      perform update_conversation(organization, one, '{"status":"closed"}');
    end if;
  end loop;
  return cardinality(quiet);
end $$;

/* Whether a conversation is open, nobody waits in it, and nothing happened in it since a time. */
create or replace function is_quiet(known conversations, since timestamptz) returns boolean
language sql stable as $$
  select known.status = 'open' and known.waiting_since is null and known.updated_at < since and not exists (
    select from messages as message
    where message.organization_id = known.organization_id and message.conversation_id = known.id
      and message.id >= uuid_bound(since)
    limit 1
  )
$$;
