-- The work on a broadcast, which is done in its lane by one daemon at a time.

/* Begins a look at a broadcast; false when it is not due any more. Fails when another daemon has the lane. */
create or replace function start_broadcast_look(organization text, broadcast text, daemon text) returns boolean
language plpgsql as $$
begin
  perform require_lane(organization, 'broadcast', broadcast, daemon);
  update lane_items set state = 'sending', attempt = attempt + 1, started_at = now()
  where organization_id = organization and item_id = broadcast and kind = 'broadcast' and state <> 'sending';
  return found;
end $$;

/*
 * Ends a look at a broadcast: the next one follows at some time, if there is anything left to do. Does nothing when
 * another daemon has the lane.
 */
create or replace function finish_broadcast_look(organization text, daemon text, broadcast text, next_at timestamptz)
returns void language plpgsql as $$
declare
  job broadcasts;
begin
  perform from lanes
  where organization_id = organization and kind = 'broadcast' and lane_id = broadcast and owner = daemon
  -- keeps the lane ours, and a transaction that resumes the broadcast and has its row need not wait for us to wake the
  -- lane
  for key share;
  if not found then
    return;
  end if;
  select * into job from broadcasts where organization_id = organization and id = broadcast for update;
  if job.status in ('scheduled', 'running') or waits_for_budget(job) or job.status = 'cancelled' and exists (
    select from broadcast_people
    where organization_id = organization and broadcast_id = broadcast and status = 'waiting'
  ) then
    update lane_items set state = 'queued', attempt = 0, due_at = next_at
    where organization_id = organization and item_id = broadcast and kind = 'broadcast';
    return;
  end if;
  delete from lane_items where organization_id = organization and item_id = broadcast and kind = 'broadcast';
end $$;

/*
 * Writes a piece of the audience (contact_id, reason of who is skipped, zone), and up to where it is read; `after` is
 * null once that is the end. Who became part of another contact since they were read is that contact. False when the
 * broadcast does not run any more. Fails when another daemon has the lane.
 */
create or replace function write_audience(
  organization text, broadcast text, daemon text, people json, after text, cost_so_far numeric,
  counted_so_far jsonb
) returns boolean language plpgsql as $$
begin
  perform require_lane(organization, 'broadcast', broadcast, daemon);
  perform from broadcasts
  where organization_id = organization and id = broadcast and status = 'running' and audience_written_at is null
  for update;
  if not found then
    return false;
  end if;
  -- waits for merges under way; later ones wait for this piece: see lock_audiences
  perform pg_advisory_xact_lock(audiences_key(organization));
  insert into broadcast_people (organization_id, broadcast_id, contact_id, status, reason, zone)
  select organization, broadcast, coalesce(merged.contact_id, person.contact_id),
    case when person.reason is null then 'waiting' else 'skipped' end, person.reason, person.zone
  from json_to_recordset(people) as person (contact_id text, reason text, zone text)
  left join lateral (
    select alias.contact_id from contact_aliases as alias
    where alias.organization_id = organization and alias.id = person.contact_id
    limit 1
  ) as merged on true
  order by 3
  on conflict do nothing;
  update broadcasts as known set
    audience_place = after,
    audience_written_at = case when after is null then now() end,
    cost = cost_so_far,
    counted = counted_so_far,
    zones = array(
      select zone from unnest(known.zones) as zone
      union
      select person.zone from json_to_recordset(people) as person (reason text, zone text) where person.reason is null
    ),
    updated_at = now()
  where known.organization_id = organization and known.id = broadcast;
  return true;
end $$;

/*
 * Accepts the messages of a piece of a broadcast (as accept_messages has them, with contact_id), and writes down who is
 * skipped (contact_id, reason), in one transaction: a person with a message does not wait any more, so that nobody gets
 * two, whatever is killed. People who do not wait any more are skipped. The next piece goes at `paced_until` at the
 * earliest. False when the broadcast does not run any more. Fails when another daemon has the lane.
 */
create or replace function send_piece(
  organization text, broadcast text, daemon text, batch json, skipped json, paced_until timestamptz
) returns boolean language plpgsql as $$
declare
  ready text[];
begin
  perform require_lane(organization, 'broadcast', broadcast, daemon);
  perform from broadcasts where organization_id = organization and id = broadcast and status = 'running' for update;
  if not found then
    return false;
  end if;
  -- before the conversations, as who accepts messages locks them
  perform hold_budgets(organization, array(
    select distinct unnest(array[message.channel_id, message.author, broadcast])
    from json_to_recordset(batch) as message (channel_id text, author text, cost json)
    where message.cost ->> 'currency' is not null
  ));
  -- before the people: merges of contacts lock in this order
  perform from (
    select message.channel_id, message.contact_id
    from json_to_recordset(batch) as message (channel_id text, contact_id text)
    order by message.channel_id, message.contact_id
  ) as wanted
  cross join lateral (
    select from conversations as known
    where known.organization_id = organization and known.channel_id = wanted.channel_id
      and known.contact_id = wanted.contact_id
    limit 1
    for key share
  ) as conversation;
  select array_agg(locked.contact_id) into ready
  from (
    select contact_id from json_to_recordset(batch) as message (contact_id text)
    union
    select contact_id from json_to_recordset(skipped) as person (contact_id text)
    order by contact_id
  ) as wanted
  -- lateral with a limit: always a look-up by key, whatever the statistics say
  cross join lateral (
    select known.contact_id from broadcast_people as known
    where known.organization_id = organization and known.broadcast_id = broadcast
      and known.contact_id = wanted.contact_id and known.status = 'waiting'
    limit 1
    for update
  ) as locked;

  update broadcast_people as person set status = 'skipped', reason = left_out.reason, updated_at = now()
  from json_to_recordset(skipped) as left_out (contact_id text, reason text)
  where person.ctid = row_of_person(organization, broadcast, left_out.contact_id) and left_out.contact_id = any (ready);

  perform accept_piece(organization, broadcast, (
    select json_agg(message) from json_array_elements(batch) as message where message ->> 'contact_id' = any (ready)
  ));
  update broadcasts set next_at = paced_until, updated_at = now() where organization_id = organization and id = broadcast;
  return true;
end $$;

/*
 * Where a person of a broadcast stands, to be changed in the same statement. A plan that joins people by their key reads
 * all of the broadcast, while the statistics are from before it.
 */
create or replace function row_of_person(organization text, broadcast text, contact text) returns tid
language plpgsql stable as $$
begin
  return (
    select ctid from broadcast_people
    where organization_id = organization and broadcast_id = broadcast and contact_id = contact
  );
end $$;

/* Accepts messages, and records the result with each person. */
create or replace function accept_piece(organization text, broadcast text, batch json) returns void
language plpgsql as $$
declare
  outcomes json;
begin
  if batch is null then
    return;
  end if;
  outcomes := (select json_agg(one) from accept_messages(batch) as one);
  update broadcast_people as person set
    status = case outcome.outcome when 'accepted' then 'accepted' when 'media_not_found' then 'failed' else 'skipped' end,
    reason = case outcome.outcome
      when 'accepted' then null when 'media_not_found' then 'media_gone' else skip_reason(outcome.response)
    end,
    message_id = case outcome.outcome when 'accepted' then sent.id end,
    channel_id = case outcome.outcome when 'accepted' then sent.channel_id end,
    updated_at = now()
  from json_to_recordset(outcomes) as outcome (n integer, outcome text, response text)
  join json_to_recordset(batch) as sent (n integer, id uuid, channel_id text, contact_id text) on sent.n = outcome.n
  where person.ctid = row_of_person(organization, broadcast, sent.contact_id)
    -- it is their turn again when the budget has room
    and outcome.outcome <> 'budget_exhausted';
  perform stop_for_budget(organization, broadcast, (
    select outcome.response from json_to_recordset(outcomes) as outcome (outcome text, response text)
    where outcome.outcome = 'budget_exhausted'
    limit 1
  )::json);
  -- a number that meanwhile became somebody else's: the piece is made again
  if exists (
    select from json_to_recordset(batch) as sent (id uuid, contact_id text)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select known.contact_id from messages as known
      where known.organization_id = organization and known.id = sent.id
      limit 1
    ) as message
    where message.contact_id is distinct from sent.contact_id
  ) then
    raise exception 'a contact of the broadcast changed while it was written to' using errcode = 'serialization_failure';
  end if;
end $$;
