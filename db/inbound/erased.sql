-- Messages of people who were erased: what comes of them once more makes nothing anew.

/*
 * Under which id it stays known that a message of the platform's was erased. Ids have random parts of 64 bits and more: whoever
 * does not know one can't find it, or the number in it, by trying.
 */
create or replace function erased_id(provider_message_id text) returns text
language sql immutable as $$ select 'erased ' || encode(sha256(convert_to(provider_message_id, 'UTF8')), 'hex') $$;

/* Whether a message of a channel was erased, by the platform's id. */
create or replace function is_erased(organization text, channel text, provider_message_id text) returns boolean
language sql stable as $$
  select exists (
    select from provider_messages as known
    where known.organization_id = organization and known.channel_id = channel
      and known.provider_message_id = erased_id(is_erased.provider_message_id)
  )
$$;
