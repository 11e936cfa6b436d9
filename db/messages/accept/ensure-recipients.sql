/* Somebody to write to, for ensure_recipients. */
create or replace function recipient(
  organization text, channel text, identity_type text, identity_value text, name text default null
) returns recipient_input language sql immutable as $$
  select row(organization, channel, identity_type, identity_value, name)::recipient_input
$$;

/* Creates the contacts that people lack. Returns the events of the new ones, which the caller emits. */
create or replace function ensure_contacts(people recipient_input[]) returns event_input[]
language plpgsql as $$
declare
  created event_input[];
begin
  with missing as (
    -- two forms of one number are one person
    select distinct on (
        recipient.organization_id, recipient.identity_type, least(recipient.identity_value, form.other)
      )
      recipient.*, form.other, coalesce(twin.contact_id, prefixed_id('ct')) as candidate, twin.contact_id is null as is_new
    from unnest(people) as recipient
    cross join lateral (select other_form_of(recipient.identity_type, recipient.identity_value) as other) as form
    left join lateral (
      select true as found from contact_identities as known
      where known.organization_id = recipient.organization_id and known.type = recipient.identity_type
        and known.source = '' and known.value = recipient.identity_value
      limit 1
    ) as identity on true
    left join lateral (
      select known.contact_id from contact_identities as known
      join contacts as owner on owner.organization_id = known.organization_id and owner.id = known.contact_id
      where known.organization_id = recipient.organization_id and known.type = recipient.identity_type
        and known.source = '' and known.value = form.other
      limit 1
      for key share of owner
    ) as twin on form.other is not null
    where identity.found is null
    order by recipient.organization_id, recipient.identity_type, least(recipient.identity_value, form.other)
  ), identified as (
    insert into contact_identities as identity (organization_id, type, value, contact_id)
    select missing.organization_id, missing.identity_type, form.value, missing.candidate
    from missing cross join lateral (values (missing.identity_value), (missing.other)) as form (value)
    where form.value is not null
    order by missing.organization_id, missing.identity_type, form.value
    on conflict (organization_id, type, source, value) do update set contact_id = identity.contact_id
    returning organization_id, contact_id
  ), made as (
    insert into contacts as contact (organization_id, id, phone_number, name, profile_name)
    select missing.organization_id, missing.candidate,
      case when missing.identity_type = 'phone' then '+' || missing.identity_value end, missing.name, missing.name
    from missing
    where missing.is_new and exists (
      select from identified
      where identified.organization_id = missing.organization_id and identified.contact_id = missing.candidate
    )
    returning contact
  )
  select array_agg(event::event_input) into created
  from made cross join lateral contact_events(made.contact, 'created') as event;
  return created;
end $$;

/*
 * Creates the contacts and conversations that recipients lack, and emits the
 * events of new contacts. Those that exist are only read. `contacted` is that of
 * new conversations, see migration 0211. When another daemon makes the same
 * contact at the same moment, the first one stands; whose contact it merges or
 * deletes may have no conversation afterwards, see hold_recipients.
 */
create or replace function ensure_recipients(recipients recipient_input[], contacted boolean default false) returns void
language plpgsql as $$
declare
  created event_input[];
begin
  -- mostly nobody is new: then each is looked up once, and that is all
  recipients := array(
    select recipient from unnest(recipients) as recipient
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = recipient.organization_id and known.type = recipient.identity_type
        and known.source = '' and known.value = recipient.identity_value
      limit 1
    ) as identity on true
    left join lateral (
      select true as found from conversations as known
      where known.organization_id = recipient.organization_id and known.channel_id = recipient.channel_id
        and known.contact_id = identity.contact_id
      limit 1
    ) as conversation on true
    where conversation.found is null
  );
  if cardinality(recipients) = 0 then
    return;
  end if;

  created := ensure_contacts(recipients);

  insert into conversations (organization_id, id, channel_id, contact_id, contacted)
  select wanted.organization_id, prefixed_id('cv'), wanted.channel_id, wanted.contact_id, ensure_recipients.contacted
  from (
    select distinct recipient.organization_id, recipient.channel_id, identity.contact_id
    from unnest(recipients) as recipient
    cross join lateral (
      select known.contact_id from contact_identities as known
      where known.organization_id = recipient.organization_id and known.type = recipient.identity_type
        and known.source = '' and known.value = recipient.identity_value
      limit 1
    ) as identity
  ) as wanted
  left join lateral (
    select true as found from conversations as known
    where known.organization_id = wanted.organization_id and known.channel_id = wanted.channel_id
      and known.contact_id = wanted.contact_id
    limit 1
  ) as conversation on true
  -- whose contact is merged or deleted meanwhile gets none, and is looked for again
  cross join lateral (
    select from contacts as known
    where known.organization_id = wanted.organization_id and known.id = wanted.contact_id
    limit 1
    for key share
  ) as owner
  where conversation.found is null
  order by wanted.organization_id, wanted.channel_id, wanted.contact_id
  on conflict do nothing;

  perform emit_events(created);
end $$;

/*
 * Does the same where somebody lacks one, and keeps others from merging or deleting the recipients' conversations and
 * contacts until the transaction ends. To be called after what it changes of contacts: merges lock those first.
 */
create or replace function hold_recipients(recipients recipient_input[]) returns void
language plpgsql as $$
declare
  looks integer := 0;
  held text[];
begin
  loop
    -- in one order
    held := array(
      select locked.id
      from (select distinct unnest(conversations_of(recipients)) as id order by 1) as wanted
      cross join lateral (
        select known.id from conversations as known
        where known.organization_id = recipients[1].organization_id and known.id = wanted.id
        for no key update
      ) as locked
    );
    -- looked up again, now that nothing else can happen to those that are there
    exit when conversations_of(recipients) <@ held;
    looks := require_few_looks(looks);
    perform ensure_recipients(recipients);
  end loop;
end $$;

/* The conversations of recipients, in their order; an empty text for who has none. */
create or replace function conversations_of(recipients recipient_input[]) returns text[]
language plpgsql stable as $$
begin
  return array(
    select coalesce(conversation.id, '') from unnest(recipients) as recipient
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    left join lateral (
      select known.id from conversations as known
      where known.organization_id = recipient.organization_id and known.channel_id = recipient.channel_id
        and known.contact_id = contact_of(
          recipient.organization_id, recipient.identity_type, recipient.identity_value
        )
      limit 1
    ) as conversation on true
  );
end $$;
