/*
 * Writes events in the caller's transaction and fans them out: one delivery a
 * matching endpoint, queued in the endpoint's lane, which is woken. The body is
 * stored as it will be signed and sent.
 */
create or replace function emit_events(inputs event_input[]) returns void
language plpgsql as $$
declare
  endpoint record;
  -- one time for all: what is made together differs in the running number
  moment text := ulid_time(clock_timestamp());
begin
  if coalesce(cardinality(inputs), 0) = 0 then
    return;
  end if;
  for endpoint in
    with written as (
      insert into events (organization_id, id, type, channel_id, body, created_at)
      select input.organization_id, 'evt_' || moment || id_tail(), input.type, input.channel_id, input.body, now()
      from unnest(inputs) as input
      returning organization_id, id, type, channel_id
    ), delivered as (
      insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at)
      select written.organization_id, 'dlv_' || moment || id_tail(), target.id, written.id, written.type,
        'pending', 1, 'schedule', now()
      from written
      join webhook_endpoints as target on target.organization_id = written.organization_id
      where target.enabled
        and (target.filter_types is null or written.type = any (target.filter_types))
        and (target.channels is null or written.channel_id is null or written.channel_id = any (target.channels))
      order by written.id, target.id
      returning organization_id, id, endpoint_id
    ), queued as (
      insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
      select organization_id, 'endpoint', endpoint_id, id, id, now() from delivered
      returning organization_id, lane_id
    )
    select distinct organization_id, lane_id from queued order by lane_id
  loop
    perform wake_lane(endpoint.organization_id, 'endpoint', endpoint.lane_id);
  end loop;
end $$;

/* The body of message.status_update. */
create or replace function status_update_body(
  organization text, conversation text, channel text, message uuid, status text, at timestamptz,
  error text default null, metadata text default null
) returns text language sql stable as $$
  select json_build_object(
    'message_id', message, 'conversation_id', conversation, 'channel_id', channel,
    'status', status, 'organization_id', organization, 'updated_at', iso_time(at),
    'error', error::json, 'metadata', metadata::json
  )::text
$$;
