-- Imports of contacts: queued when their file is complete, taken batch by batch, with an event at the end.

/*
 * Ends an upload: the import is queued in its organisation's lane. Rows:
 * outcome accepted, replayed (with the earlier response) or key_reused (the
 * same idempotency key with another file); none when the upload is gone.
 */
create or replace function finish_upload(
  organization text, import text, idempotency_key text, request_fingerprint text, answer text
) returns table (outcome text, response text) language plpgsql as $$
begin
  if idempotency_key is not null
    and not claim_key(organization, idempotency_key, request_fingerprint, 202, answer) then
    return query
      select earlier.outcome, earlier.response
      from earlier_answer(organization, idempotency_key, request_fingerprint) as earlier;
    return;
  end if;
  update imports set status = 'queued', updated_at = now()
  where organization_id = organization and id = import and status = 'uploading';
  if not found then
    return;
  end if;
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  values (organization, 'import', organization, import, import, now());
  perform wake_lane(organization, 'import', organization);
  return query select 'accepted', answer;
end $$;

/*
 * Begins imports; returns those that may run, without those that are given up. Fails when another daemon has the lane.
 */
create or replace function start_imports(organization text, daemon text, ids text[]) returns setof text
language plpgsql as $$
begin
  perform require_lane(organization, 'import', organization, daemon);
  perform give_up_imports(organization, ids);
  return query
    update lane_items as item set state = 'sending', attempt = item.attempt + 1, started_at = now()
    where item.organization_id = organization and item.item_id = any (ids) and item.kind = 'import'
      and item.state <> 'sending'
    returning item.item_id;
end $$;

/* Fails imports that were begun too often without getting any further: each time the daemon died while it read them. */
create or replace function give_up_imports(organization text, ids text[]) returns void
language plpgsql as $$
declare
  most constant integer := 20;
  hopeless text;
begin
  for hopeless in
    update imports set
      status = 'failed', updated_at = now(), finished_at = now(),
      error = format(words_of('import_given_up'), most)
    where imports.organization_id = organization and imports.status in ('queued', 'running') and imports.id in (
      select item.item_id from lane_items as item
      where item.organization_id = organization and item.item_id = any (ids) and item.kind = 'import'
        and item.state <> 'sending' and item.attempt >= most
    )
    returning imports.id
  loop
    perform tell_import(organization, hopeless, 'crm.import.committed');
    delete from import_parts where organization_id = organization and import_id = hopeless;
    delete from lane_items as item
    where item.organization_id = organization and item.item_id = hopeless and item.kind = 'import';
  end loop;
end $$;

/* Emits an event about an import as it is now. The end of a dry run is no more than progress: nothing is committed. */
create or replace function tell_import(organization text, import text, event_type text) returns void
language sql as $$
  select emit_events(array_agg(import_event(case when dry_run then 'crm.import.progressed' else event_type end, imports)))
  from imports where organization_id = organization and id = import
$$;

/*
 * Writes how a run of an import ended: completed, failed (with its error),
 * again (at a moment), or ended, when somebody else settled it. Does nothing
 * when another daemon has the lane: that one continues the import.
 */
create or replace function finish_import(
  organization text, daemon text, import text, outcome text, reason text, again_at timestamptz
) returns void language plpgsql as $$
begin
  perform from lanes
  where organization_id = organization and kind = 'import' and lane_id = organization and owner = daemon
  -- keeps the lane ours, and a transaction that wakes it need not wait
  for key share;
  if not found then
    return;
  end if;
  if outcome = 'again' then
    update lane_items set state = 'queued', due_at = again_at, attempt = 0
    where organization_id = organization and item_id = import and kind = 'import';
    return;
  end if;
  update imports set status = outcome, error = reason, updated_at = now(), finished_at = now()
  where organization_id = organization and id = import and status = 'running' and outcome <> 'ended';
  if found then
    perform tell_import(organization, import, 'crm.import.committed');
  end if;
  delete from import_parts where organization_id = organization and import_id = import;
  delete from lane_items where organization_id = organization and item_id = import and kind = 'import';
end $$;

/* Stops an import where it is. One that runs finds out at its next batch. */
create or replace function cancel_import(organization text, import text) returns setof imports
language plpgsql as $$
begin
  update imports set status = 'cancelled', updated_at = now(), finished_at = now()
  where organization_id = organization and id = import and status in ('uploading', 'queued', 'running');
  if found then
    perform tell_import(organization, import, 'crm.import.committed');
    delete from import_parts where organization_id = organization and import_id = import;
    delete from lane_items
    where organization_id = organization and item_id = import and kind = 'import' and state <> 'sending';
  end if;
  return query select * from imports where organization_id = organization and id = import;
end $$;

/*
 * Takes records of an import (as upsert_contacts has them, n being their place
 * in the batch) and writes how far the import is. goes_on is false when it has
 * ended meanwhile; conflicts are the n of records whose identifiers belong to
 * different contacts: nothing of them is written. Fails when another daemon has
 * the lane: two daemons never take the same records.
 */
create or replace function take_import_rows(
  organization text, import text, daemon text, rows json, refusals integer, read integer, next_offset bigint, next_line bigint
) returns table (goes_on boolean, conflicts integer[]) language plpgsql as $$
declare
  job record;
  counted record;
begin
  perform require_lane(organization, 'import', organization, daemon);
  -- if Postgres crashes, the import's progress is lost together with its records: both are done again
  perform set_config('synchronous_commit', 'off', true);
  select known.status, known.dry_run into job from imports as known
  where known.organization_id = organization and known.id = import
  for update;
  if job.status is distinct from 'running' then
    return query select false, '{}'::integer[];
    return;
  end if;
  if job.dry_run then
    select * into counted from look_at_import_rows(organization, import, rows);
  else
    select * into counted from write_import_rows(organization, import, rows);
  end if;
  update imports as known set
    records = known.records + read,
    created = known.created + counted.created,
    updated = known.updated + counted.updated,
    unchanged = known.unchanged + counted.unchanged,
    duplicates = known.duplicates + counted.duplicates,
    refused = known.refused + refusals + cardinality(counted.torn),
    incomplete = known.incomplete + (
      select count(*) from json_to_recordset(rows) as input (n integer, incomplete boolean)
      where input.incomplete and input.n <> all (counted.torn)
    ),
    place_offset = next_offset, place_line = next_line, updated_at = now()
  where known.organization_id = organization and known.id = import;
  -- it made progress, so earlier attempts that made none no longer count
  update lane_items as item set attempt = 1
  where item.organization_id = organization and item.item_id = import and item.kind = 'import' and item.attempt > 1;
  return query select true, counted.torn;
end $$;

/*
 * Writes what contacts said, each once, of messages on WhatsApp: state, stated_at (null: not
 * known), source and proof. A refusal counts, unless a consent is known to be later; a consent
 * counts over a refusal only when it is known to be later, so that an old file undoes no stop.
 * Returns the contacts of whom something changed by it.
 */
create or replace function note_import_consents(organization text, contacts text[], consents json) returns setof text
language sql as $$
  insert into contact_consents as known (organization_id, contact_id, channel, state, stated_at, source, proof)
  select organization, said.contact, 'whatsapp', said.state, said.stated_at, said.source, said.proof
  from rows from (
    unnest(contacts), json_to_recordset(consents) as (state text, stated_at timestamptz, source text, proof text)
  ) as said (contact, state, stated_at, source, proof)
  where said.contact is not null
  order by said.contact
  on conflict (organization_id, contact_id, channel) do update set
    state = excluded.state,
    stated_at = coalesce(excluded.stated_at, known.stated_at),
    source = excluded.source,
    proof = coalesce(excluded.proof, case when known.state = excluded.state then known.proof end),
    expires_at = case when known.state = excluded.state then known.expires_at end,
    updated_at = now()
  where case
    when excluded.state = 'denied' then coalesce(excluded.stated_at, 'infinity') >= coalesce(known.stated_at, '-infinity')
    when known.state = 'denied' then excluded.stated_at > coalesce(known.stated_at, known.updated_at)
    else coalesce(excluded.stated_at, '-infinity') >= coalesce(known.stated_at, '-infinity')
  end and (known.state, known.stated_at, known.proof, known.source) is distinct from (
    excluded.state, coalesce(excluded.stated_at, known.stated_at), coalesce(excluded.proof, known.proof), excluded.source
  )
  returning known.contact_id
$$;

/*
 * Suppresses contacts, each once, on WhatsApp: reason, created_at (null: now) and proof. One that holds back all stays.
 * Returns the contacts of whom something changed by it.
 */
create or replace function note_import_suppressions(organization text, contacts text[], stops json) returns setof text
language sql as $$
  insert into suppressions as known (organization_id, contact_id, channel, reason, created_at, proof)
  select organization, said.contact, 'whatsapp', said.reason, coalesce(said.created_at, now()), said.proof
  from rows from (
    unnest(contacts), json_to_recordset(stops) as (reason text, created_at timestamptz, proof text)
  ) as said (contact, reason, created_at, proof)
  where said.contact is not null
  order by said.contact
  on conflict (organization_id, contact_id, channel) do update set
    reason = excluded.reason, until = null, created_at = excluded.created_at, proof = excluded.proof
  where known.until is not null or known.reason = 'marketing_stopped'
  returning known.contact_id
$$;

/* Makes and changes contacts, with what they said. The first record of each contact counts as what it did, the others as duplicates. */
create or replace function write_import_rows(organization text, import text, rows json)
returns table (created bigint, updated bigint, unchanged bigint, duplicates bigint, torn integer[])
language sql as $$
  with taken as materialized (
    select one.n, one.outcome, one.contact_id from upsert_contacts(organization, rows, false) as one
  ), consented as (
    select note_import_consents(organization, array_agg(said.contact_id), json_agg(said.consent)) as contact
    from (
      -- of several records of one contact a refusal counts, else the last
      select distinct on (taken.contact_id) taken.contact_id, input.consent
      from taken
      join json_to_recordset(rows) as input (n integer, consent json) on input.n = taken.n
      where taken.contact_id is not null and input.consent is not null
      order by taken.contact_id, (input.consent ->> 'state' = 'denied') desc, taken.n desc
    ) as said
  ), suppressed as (
    select note_import_suppressions(organization, array_agg(said.contact_id), json_agg(said.suppression)) as contact
    from (
      select distinct on (taken.contact_id) taken.contact_id, input.suppression
      from taken
      join json_to_recordset(rows) as input (n integer, suppression json) on input.n = taken.n
      where taken.contact_id is not null and input.suppression is not null
      order by taken.contact_id, taken.n desc
    ) as said
  ), met as (
    insert into import_contacts (organization_id, import_id, contact)
    select distinct organization, import, contact_id from taken where contact_id is not null
    order by contact_id
    on conflict do nothing
    returning contact
  ), changed as (
    select contact from consented union select contact from suppressed
  ), judged as (
    select taken.n,
      case when taken.outcome = 'unchanged' and changed.contact is not null then 'updated' else taken.outcome end as outcome,
      met.contact is not null and row_number() over (partition by taken.contact_id order by taken.n) = 1 as is_first
    from taken
    left join met on met.contact = taken.contact_id
    left join changed on changed.contact = taken.contact_id
  )
  select count(*) filter (where is_first and outcome = 'created'),
    count(*) filter (where is_first and outcome = 'updated'),
    count(*) filter (where is_first and outcome = 'unchanged'),
    count(*) filter (where not is_first and outcome not in ('conflict', 'too_large')),
    coalesce(array_agg(n order by n) filter (where outcome in ('conflict', 'too_large')), '{}')
  from judged
$$;

/*
 * Whom each record (n) is of: their contact, if there is one; whether its identifiers are those of different contacts;
 * and else whether it is the first of the import's that is of them. Whom it met is written down with the import.
 */
create or replace function place_import_rows(organization text, import text, rows json)
returns table (n integer, contact_id text, is_torn boolean, is_first boolean)
language sql as $$
  with named as (
    select identity.n, identity.type, identity.source, identity.value, known.contact_id
    from identities_of(array(
      select input from json_populate_recordset(null::contact_input, rows) as input
    )) as identity
    left join lateral (
      select owner.contact_id from contact_identities as owner
      where owner.organization_id = organization and owner.type = identity.type
        and owner.source = identity.source and owner.value = identity.value
      limit 1
    ) as known on true
  ), placed as (
    select n, min(contact_id) as contact_id, coalesce(min(contact_id) <> max(contact_id), false) as is_torn
    from named group by n
  ), keyed as (
    select distinct named.n, coalesce(placed.contact_id, named.type || ':' || named.source || ':' || named.value) as key
    from named join placed on placed.n = named.n
    where not placed.is_torn
  ), met as (
    insert into import_contacts (organization_id, import_id, contact)
    select distinct organization, import, key from keyed
    order by key
    on conflict do nothing
    returning contact
  ), judged as (
    select keyed.n, bool_and(met.contact is not null and keyed.first = keyed.n) as is_first
    from (select n, key, min(n) over (partition by key) as first from keyed) as keyed
    left join met on met.contact = keyed.key
    group by keyed.n
  )
  select placed.n, placed.contact_id, placed.is_torn, judged.is_first
  from placed
  left join judged on judged.n = placed.n
$$;

/*
 * The results of write_import_rows, as far as they are known without writing: a
 * contact that is there counts as updated, whether or not anything differs.
 */
create or replace function look_at_import_rows(organization text, import text, rows json)
returns table (created bigint, updated bigint, unchanged bigint, duplicates bigint, torn integer[])
language sql as $$
  select count(*) filter (where placed.is_first and placed.contact_id is null),
    count(*) filter (where placed.is_first and placed.contact_id is not null),
    0::bigint,
    count(*) filter (where not placed.is_first),
    coalesce(array_agg(placed.n order by placed.n) filter (where placed.is_torn), '{}')
  from place_import_rows(organization, import, rows) as placed
$$;
