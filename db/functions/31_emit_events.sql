/*
 * Writes events in the caller's transaction and fans them out: one delivery a
 * matching endpoint, queued in the endpoint's lane, which is woken. The body is
 * stored as it will be signed and sent. An endpoint that its owner paused keeps
 * its place: what happens meanwhile waits for it.
 */
create or replace function emit_events(inputs event_input[]) returns void
language plpgsql as $$
declare
  endpoint record;
  -- one time for all: what is made together differs in the running number
  moment text := ulid_time(clock_timestamp());
  place bigint;
begin
  if coalesce(cardinality(inputs), 0) = 0 then
    return;
  end if;
  place := event_position();
  for endpoint in
    with written as (
      insert into events (organization_id, id, type, channel_id, body, created_at, position)
      select input.organization_id, 'evt_' || moment || id_tail(), input.type, input.channel_id, input.body, now(), place
      from unnest(inputs) as input
      returning organization_id, id, type, channel_id, body
    ), delivered as (
      insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at)
      select written.organization_id, 'dlv_' || moment || id_tail(), target.id, written.id, written.type,
        'pending', 1, 'schedule', now()
      from written
      join webhook_endpoints as target on target.organization_id = written.organization_id
      where target.takes_events and wants_event(target, written.type, written.channel_id, written.body)
      order by written.id, target.id
      returning organization_id, id, endpoint_id
    ), queued as (
      insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
      select organization_id, 'endpoint', endpoint_id, id, id, now() from delivered
      returning organization_id, lane_id
    )
    select distinct queued.organization_id, queued.lane_id
    from queued
    join webhook_endpoints as target on target.organization_id = queued.organization_id and target.id = queued.lane_id
    where target.enabled
    order by queued.lane_id
  loop
    perform wake_lane(endpoint.organization_id, 'endpoint', endpoint.lane_id);
  end loop;
end $$;

/*
 * Whether an event is one that an endpoint subscribed to. Of the delivery of
 * events itself, others are told: an endpoint that is down would not hear that
 * it is, and one for some channels only has no business with others' endpoints.
 */
create or replace function wants_event(target webhook_endpoints, event_type text, event_channel text, event_body text)
returns boolean language sql stable as $$
  select (target.filter_types is null or event_type = any (target.filter_types))
    and (target.channels is null or event_channel is null or event_channel = any (target.channels))
    and (event_type not like 'endpoint.%'
      or target.channels is null and event_body::json ->> 'endpoint_id' <> target.id)
$$;

-- as it was before it told of the recipient and the type
drop function if exists status_update_body(text, text, text, uuid, text, timestamptz, text, text);

/* The body of message.status_update; the time it is made decides its place in the conversation. */
create or replace function status_update_body(
  organization text, conversation text, channel text, message uuid, recipient text, type text, status text,
  at timestamptz, error text default null, metadata text default null
) returns text language sql volatile as $$
  select json_build_object(
    'message_id', message, 'conversation_id', conversation, 'channel_id', channel,
    'to', recipient, 'msg_type', type, 'status', status, 'organization_id', organization, 'updated_at', iso_time(at),
    'error', error::json, 'metadata', metadata::json, 'sequence', nextval('message_sequence')
  )::text
$$;
