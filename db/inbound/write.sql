-- The writes of inbound calls: all in one statement, so that a daemon that stops in the middle holds nothing.

/*
 * Writes what calls of providers tell, in order, and removes the calls that are
 * done with. Each write: kind, organization_id, channel_id, and `given`, which
 * is what the function of that kind takes. Fails with WPL01 unless `holder` has
 * the routes; lets go of them when `release`, keeps them for another `lease` otherwise.
 */
create or replace function write_inbound(
  holder uuid, routes text[], writes json, done bigint[], release boolean, lease interval
) returns void language plpgsql
-- everything is looked up by key: a plan for the values of one batch would be no better, and is dear to make
set plan_cache_mode = force_generic_plan
as $$
begin
  -- rows that another transaction holds are tried again later: others wait behind this
  perform set_config('lock_timeout', '2s', true);
  perform require_routes(holder, routes);
  perform carry_out_writes(writes);
  delete from provider_webhooks where id = any (done);
  if release then
    perform release_routes(holder, routes);
  else
    update inbound_routes set claimed_until = clock_timestamp() + lease where route = any (routes);
  end if;
end $$;

/*
 * Writes what came in on routes in which nothing waits and which nobody holds, without storing it first. Returns false,
 * and writes nothing, when one of them is not free: it is to be stored then, behind what is before it.
 */
create or replace function write_at_once(given_routes text[], writes json) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  free integer;
begin
  -- what comes on other routes meanwhile waits behind this
  perform set_config('lock_timeout', '250ms', true);
  insert into inbound_routes (route)
  select given.route from unnest(given_routes) as given (route)
  where not exists (select from inbound_routes as known where known.route = given.route)
  on conflict do nothing;
  perform from unnest(given_routes) as given (route)
  join inbound_routes as known on known.route = given.route
  where known.claim is null
  order by known.route
  for update of known skip locked;
  get diagnostics free = row_count;
  if free < cardinality(given_routes) or exists (
    select from unnest(given_routes) as given (route)
    cross join lateral (
      select from provider_webhooks as call where call.route = given.route and call.error is null limit 1
    ) as waiting
  ) then
    return false;
  end if;
  perform carry_out_writes(writes);
  return true;
end $$;

/* Carries out writes, in order. */
create or replace function carry_out_writes(writes json) returns void
language plpgsql as $$
declare
  write record;
begin
  perform hold_budgets_of_answers(writes);
  perform hold_merges(writes);
  for write in
    select entry ->> 'kind' as kind, entry ->> 'organization_id' as organization, entry ->> 'channel_id' as channel,
      entry -> 'given' as given
    from json_array_elements(writes) with ordinality as listed (entry, place)
    order by place
  loop
    case write.kind
      when 'statuses' then perform apply_statuses(write.organization, write.channel, write.given);
      when 'messages' then perform receive_messages(write.organization, write.channel, write.given);
      when 'originals' then perform keep_web_messages(write.organization, write.channel, write.given);
      when 'revision' then perform revise_message(write.organization, write.channel, write.given);
      when 'move' then perform move_identities(
        write.organization, write.channel, write.given ->> 'provider_message_id', (write.given ->> 'remembered')::uuid,
        write.given -> 'from', write.given -> 'to'
      );
      when 'pairs' then perform link_people(write.organization, write.given, false);
      when 'same' then perform link_same(write.organization, write.given);
      when 'known' then perform learn_people(write.organization, write.given);
      when 'seen' then perform see_messages(write.organization, write.channel, write.given);
      when 'archived' then perform archive_on_phone(write.organization, write.channel, write.given);
      when 'labels' then perform take_labels(write.organization, write.channel, write.given);
      when 'unserved' then perform keep_unserved(write.organization, write.channel, write.given);
      when 'notices' then perform receive_notices(write.organization, write.channel, write.given);
      when 'missed' then perform mark_missed(write.organization, write.channel, write.given);
      when 'group_report' then perform keep_group_report(write.organization, write.channel, write.given);
      when 'handover' then perform apply_handover(write.organization, write.channel, write.given);
      when 'call' then perform tell_call(write.organization, write.channel, write.given);
      when 'preference' then perform apply_preference(write.organization, write.channel, write.given);
      when 'channel' then perform apply_channel_news(write.organization, write.channel, write.given);
      when 'alert' then perform emit_events(array[channel_alert_event(write.organization, write.channel, write.given)]);
      when 'username' then perform emit_events(array[channel_username_event(write.organization, write.channel, write.given)]);
      when 'template' then perform apply_template_news(write.organization, write.given);
      when 'costs' then perform settle_costs(write.given);
      when 'tier' then perform reach_tier(write.organization, write.given);
    end case;
  end loop;
end $$;

/*
 * Keeps messages of paired numbers as WhatsApp has them, sealed, and by which address of a number (phone) it has them;
 * those that are kept already stay as they are.
 */
create or replace function keep_web_messages(organization text, channel text, messages json) returns void
language sql as $$
  insert into web_messages (organization_id, channel_id, provider_message_id, remote_jid, from_me, sealed)
  select organization, channel, provider_message_id, remote_jid, from_me, sealed
  from json_to_recordset(messages) as message (
    provider_message_id text, remote_jid text, from_me boolean, sealed text
  )
  order by provider_message_id
  on conflict do nothing;

  -- what WhatsApp last used is what answers go to
  insert into web_recipients as recipient (organization_id, channel_id, phone, jid, asked_at)
  select distinct on (message.phone) organization, channel, message.phone, message.remote_jid, now()
  from rows from (json_to_recordset(messages) as (phone text, remote_jid text))
    with ordinality as message (phone, remote_jid, place)
  where message.phone is not null and message.remote_jid ~ '^[0-9]+@(lid|s[.]whatsapp[.]net)$'
  order by message.phone, message.place desc
  on conflict (organization_id, channel_id, phone) do update set jid = excluded.jid, asked_at = excluded.asked_at
    where recipient.jid is distinct from excluded.jid or recipient.asked_at < now() - interval '1 day'
$$;

/* The steps of a call that follow one: it rings, is accepted, and ends in one way or another. */
create or replace function steps_after(step text) returns text[]
language sql immutable as $$
  select case step
    when 'ringing' then array['accepted', 'rejected', 'completed', 'failed', 'missed']
    when 'accepted' then array['rejected', 'completed', 'failed', 'missed']
    else '{}' end
$$;

/*
 * Emits a step of a voice call with a person (type, value): call_id,
 * direction, status, seconds, at; `unanswered` of those that a paired number missed or rejected; `reply_id` for what is said to
 * who was rejected. The step is remembered under the id
 * `remembered`: a replay emits nothing, and neither does a step that comes behind one which follows it.
 */
create or replace function tell_call(organization text, channel text, call json) returns void
language plpgsql as $$
declare
  contact text := coalesce(
    contact_of(organization, call ->> 'type', call ->> 'value'),
    -- who was only known by the LID, until the call showed the number
    contact_of(organization, 'lid', split_part(call -> 'unanswered' ->> 'user_id', '@', 1))
  );
  shown record;
begin
  insert into provider_messages (organization_id, channel_id, provider_message_id, message_id)
  values (organization, channel, (call ->> 'call_id') || ' ' || (call ->> 'status'), (call ->> 'remembered')::uuid)
  on conflict do nothing;
  if not found or exists (
    select from provider_messages as later
    where later.organization_id = organization and later.channel_id = channel and later.provider_message_id = any (array(
      select (call ->> 'call_id') || ' ' || step from unnest(steps_after(call ->> 'status')) as step
    ))
  ) then
    return;
  end if;
  select message.id, message.conversation_id into shown
  from provider_messages as named
  join messages as message on message.organization_id = organization and message.id = named.message_id
  where named.organization_id = organization and named.channel_id = channel
    and named.provider_message_id = call ->> 'call_id';
  perform emit_events(array[case
    when call -> 'unanswered' is null
      then call_event(organization, channel, contact, shown.conversation_id, shown.id, call)
    else unanswered_call_event(organization, channel, contact, shown.conversation_id, shown.id, call)
  end]);
  perform answer_rejected_call(organization, channel, contact, call);
end $$;

/* Keeps with the latest status of messages that a device can't read them, and gets no copy: provider_message_id, error. */
create or replace function keep_unserved(organization text, channel text, given json) returns void
language sql as $$
  update messages as message
  set status_history = history_with_error(message.status_history, unserved.error), updated_at = now()
  from (
    select known.id, asked.error
    from json_to_recordset(given) as asked (provider_message_id text, error text)
    join provider_messages as named on named.organization_id = organization and named.channel_id = channel
      and named.provider_message_id = asked.provider_message_id
    join messages as known on known.organization_id = organization and known.id = named.message_id
    where known.direction = 'outbound'
    -- in one order, as all who change several messages
    order by known.id
    for update of known
  ) as unserved
  where message.organization_id = organization and message.id = unserved.id
$$;

/*
 * A person (type, value) wants no marketing messages of a channel's owner since
 * `at`, or wants them again. Who stops becomes a contact, if they are none yet:
 * otherwise the first message to them would go out all the same. A suppression
 * that holds back everything, or that has another reason, is left alone.
 */
create or replace function apply_preference(organization text, of_channel text, preference json) returns void
language plpgsql as $$
declare
  contact text := held_contact_of(organization, preference ->> 'type', preference ->> 'value');
begin
  if contact is null and not (preference ->> 'wants_marketing')::boolean then
    perform ensure_recipients(array[
      recipient(organization, of_channel, preference ->> 'type', preference ->> 'value')
    ]);
    contact := held_contact_of(organization, preference ->> 'type', preference ->> 'value');
  end if;
  if (preference ->> 'wants_marketing')::boolean then
    delete from suppressions
    where organization_id = organization and channel = 'whatsapp' and reason = 'marketing_stopped'
      and contact_id = contact;
  elsif contact is not null then
    insert into suppressions as mine (organization_id, contact_id, channel, reason, created_at)
    values (organization, contact, 'whatsapp', 'marketing_stopped', (preference ->> 'at')::timestamptz)
    on conflict (organization_id, contact_id, channel) do update set
      reason = excluded.reason, proof = null, until = null, created_at = excluded.created_at
      where mine.until <= now() or mine.reason = excluded.reason and mine.until is not null;
  end if;
end $$;

/*
 * What a channel may do now: status, status_reason, quality_rating,
 * messaging_limit, stopped_until (null: sending may go on), new_contacts_until
 * for new_contacts_reason (null: that holds nobody back any more), new_chats and per_second
 * (the platform allows so many), international (JSON text, since when codes cost more, by country); what is absent stays. A rate below the platform's
 * standard was chosen, and is not raised.
 */
create or replace function apply_channel_news(organization text, channel text, news json) returns void
language plpgsql as $$
declare
  standard constant numeric := 80;
  allowed numeric := (news ->> 'per_second')::numeric;
  chosen numeric := (
    select (known.settings #>> '{rate,per_second}')::numeric from channels as known
    where known.organization_id = organization and known.id = channel
  );
begin
  if news -> 'stopped_until' is not null then
    insert into lanes (organization_id, kind, lane_id, paused_until)
    values (organization, 'channel', channel, (news ->> 'stopped_until')::timestamptz)
    on conflict (organization_id, kind, lane_id) do update set paused_until = excluded.paused_until;
    if news ->> 'stopped_until' is null then
      perform wake_lane(organization, 'channel', channel);
    end if;
  end if;
  if news ->> 'new_contacts_until' is not null then
    perform restrict_channel(organization, channel, jsonb_build_object(
      'scope', 'new_contacts', 'conversation_id', null, 'reason', news ->> 'new_contacts_reason',
      'until', news ->> 'new_contacts_until'
    ));
  elsif news -> 'new_contacts_until' is not null then
    perform lift_restriction(organization, channel, news ->> 'new_contacts_reason');
  end if;
  if news -> 'new_chats' is not null then
    perform keep_new_chats(organization, channel, (news -> 'new_chats')::jsonb);
  end if;
  update channels as known set
    -- the number's state is read from the platform again
    check_at = case when news ->> 'status' is null then known.check_at else now() end,
    status = coalesce(news ->> 'status', known.status),
    status_reason = case when news -> 'status_reason' is null then known.status_reason else news ->> 'status_reason' end,
    quality_rating = coalesce(news ->> 'quality_rating', known.quality_rating),
    messaging_limit = coalesce(news ->> 'messaging_limit', known.messaging_limit),
    throughput = coalesce(allowed::integer, known.throughput),
    international = coalesce(coalesce(known.international, '{}') || (news ->> 'international')::jsonb, known.international),
    settings = case
      when allowed > chosen and chosen >= standard then known.settings || jsonb_build_object(
        'rate', coalesce(nullif(known.settings -> 'rate', 'null'), '{}') || jsonb_build_object('per_second', allowed)
      )
      else known.settings end,
    updated_at = now()
  where known.organization_id = organization and known.id = channel and known.deleted_at is null;
  if found then
    perform pg_notify('waypost_channel_changed', channel);
  end if;
  if news ->> 'messaging_limit' is not null then
    perform share_messaging_limit(organization, channel);
  end if;
end $$;

/*
 * News of the platform for an organisation about a template of an account (waba_id,
 * provider_id, name, language): status with rejected_reason, flag, quality,
 * category; absent members stay.
 */
create or replace function apply_template_news(organization text, news json) returns void
language plpgsql as $$
declare
  new_status text := news ->> 'status';
  of_account text := news ->> 'waba_id';
  of_platform text := news ->> 'provider_id';
  of_name text := news ->> 'name';
  of_language text := news ->> 'language';
begin
  -- a decision can arrive before the response to the submission, which has the id: then the name says which it is
  if new_status = 'deleted' then
    delete from templates
    where waba_id = of_account and organization_id = organization and (provider_id = of_platform
      or (name = of_name and language = of_language and provider_id is null));
    return;
  end if;
  update templates as known set
    provider_id = of_platform,
    status = coalesce(new_status, known.status),
    rejected_reason = case when new_status is null then known.rejected_reason else news ->> 'rejected_reason' end,
    flag = coalesce(news ->> 'flag', case when new_status is null then known.flag end),
    quality = coalesce(news ->> 'quality', known.quality),
    category = coalesce(news ->> 'category', known.category),
    updated_at = now()
  where waba_id = of_account and organization_id = organization and (provider_id = of_platform
    or (name = of_name and language = of_language and provider_id is null));
  -- the news has neither a new template nor what an edit changed
  if new_status is not null then
    perform plan_account_read(organization, of_account);
  end if;
end $$;
