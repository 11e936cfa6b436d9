/*
 * A message comes in that was copied already, such as from a phone's history that was on its way at the same time: it is
 * received as if it had not been, so that all that follows from a new message does. `received` is as receive_messages takes it.
 */
create or replace function receive_copied(organization text, channel text, received json) returns void
language plpgsql as $$
declare
  copied text[];
begin
  with gone as (
    delete from messages as message
    using json_to_recordset(received) as given (provider_message_id text)
    where message.organization_id = organization and message.id = message_named(organization, channel, given.provider_message_id) and message.imported_from is not null
    returning message.id, message.provider_message_id
  ), unnamed as (
    delete from provider_messages as known using gone
    where known.organization_id = organization and known.channel_id = channel
      and known.provider_message_id = gone.provider_message_id
  ), files as (
    delete from media as file using gone
    where file.organization_id = organization and file.message_id = gone.id and file.status = 'pending'
  )
  select array_agg(gone.provider_message_id) into copied from gone;
  if copied is not null then
    perform receive_messages(organization, channel, (
      select json_agg(message.entry) from json_array_elements(received) as message (entry)
      where message.entry ->> 'provider_message_id' = any (copied)
    ));
  end if;
end $$;
