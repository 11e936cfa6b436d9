/*
 * The contacts and conversations of a batch's recipients, in the batch's order, and those of them that it may change:
 * somebody else than a broadcast writes to a person who waits, or a user where only broadcasts and programs did. Those
 * that are new are written; those that are there can neither be merged nor deleted before the transaction ends.
 */
create or replace function recipients_of(
  inputs accept_input[], out contact_ids text[], out conversation_ids text[], out changing_ids text[]
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  looks integer := 0;
begin
  loop
    select array_agg(identity.contact_id order by input.ordinality), array_agg(known.id order by input.ordinality),
      array_agg(known.id) filter (
        where input.addressed and input.broadcast_id is null
          and (known.waits or known.is_contacted and is_user(input.author))
      )
    into contact_ids, conversation_ids, changing_ids
    -- by channel, as a merge locks them
    from (select * from unnest(inputs) with ordinality as one order by one.channel_id) as input
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = input.organization_id and known.source = ''
        and known.type = identity_type_of(input.address, input.user_id)
        and known.value = identity_value_of(input.address, input.user_id)
      limit 1
    ) as identity on true
    left join lateral (
      select known.id, known.waiting_since is not null as waits,
        known.contacted and known.last_inbound_on is null as is_contacted
      from conversations as known
      where known.organization_id = input.organization_id and known.channel_id = input.channel_id
        and known.contact_id = identity.contact_id
      limit 1
      -- neither merged nor deleted before this is committed
      for key share
    ) as known on true;
    exit when array_position(conversation_ids, null) is null;
    looks := require_few_looks(looks);
    -- somebody is new, or was just merged, and is found next time
    perform ensure_recipients(array(
      select recipient(
        input.organization_id, input.channel_id,
        identity_type_of(input.address, input.user_id), identity_value_of(input.address, input.user_id)
      )
      from unnest(inputs) as input
    ), true);
  end loop;
end $$;

/* Whether the author of a message is a user, rather than a key, a broadcast or Waypost itself. */
create or replace function is_user(author text) returns boolean
language sql immutable as $$ select coalesce(author ~ '^[0-9a-f]{8}-', false) $$;
