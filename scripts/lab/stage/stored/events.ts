/** Events of messages, and their deliveries. */
import type { Transaction } from "../../../../db/connection/client.ts";
import type { Fragment } from "../../../../db/lists/edges.ts";

type Stored = {
  organizationId: string;
  endpointIds: readonly string[];
  /** The messages whose events of one kind are written in one transaction. */
  together: number;
  /** The place in the log of events before the first. */
  position: number;
  /** The channel of a message. */
  channel: Fragment;
};

/** Writes three events of each message that is drawn, in the table `step`, and a delivery of each. */
export async function storeEvents(sql: Transaction, stored: Stored): Promise<void> {
  await makeEvents(sql, stored);
  await makeDeliveries(sql, stored);
}

async function makeEvents(sql: Transaction, stored: Stored): Promise<void> {
  const { organizationId, position, channel } = stored;
  await sql`
    insert into events (organization_id, id, type, channel_id, body, created_at, position)
    select ${organizationId}, ${eventId(sql, stored)}, ${eventType(sql)}, ${channel},
      json_build_object('message_id', id, 'conversation_id', 'cv_' || lpad(n::text, 26, '0'), 'status', status,
        'organization_id', ${organizationId}::text, 'recipient', '4917' || 100000000 + n, 'type', type, 'metadata', null,
        'direction', direction, 'at', iso_time(at), 'sequence', nth)::text, stored_at, ${position}::bigint + batch * 3 + place
    from step cross join generate_series(1, 3) as place`;
}

/**
 * A delivery of each event to one of the endpoints, in rows as they are in the end: one for those of a bundle that went
 * well, and one for each that failed or is listed by its type. See db/events/emit.sql and db/webhooks/bundled-rows.sql.
 */
async function makeDeliveries(sql: Transaction, stored: Stored): Promise<void> {
  const { organizationId, endpointIds } = stored;
  await sql`
    create temporary table made as
    with wanted as (
      select nth, batch, place, moment, stored_at, ${eventId(sql, stored)} as event_id, ${eventType(sql)} as event_type,
        (${endpointIds as string[]}::text[])[1 + nth % ${endpointIds.length}::integer] as endpoint_id,
        case when nth % 1000 = 1 then 'failed' when nth % 5000 = 2 then 'exhausted' else 'succeeded' end as status
      from step cross join generate_series(1, 3) as place
    ), numbered as (
      select *, ${firstNumber(sql, stored)} + ${stored.together}::bigint - 1
        + row_number() over (partition by batch, place order by endpoint_id, nth) as number
      from wanted
    ), named as (
      select *, 'dlv_' || moment || id_number(number) || id_number(min(number) over bundle) as id
      from numbered window bundle as (partition by batch, place, endpoint_id, number / most_together())
    )
    select *, status = 'succeeded' and is_usual(event_type) and count(*) over bundle > 1 as shared
    from named window bundle as (partition by endpoint_id, bundle_of(id), is_usual(event_type))`;
  await sql`
    insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger,
      response_status, response_body, error, duration_ms, next_attempt_at, created_at, finished_at)
    select ${organizationId}, id, endpoint_id, event_id, event_type, status, 1, 'schedule',
      case status when 'succeeded' then 200 else 500 end, '',
      case when status <> 'succeeded' then 'the endpoint responded with 500' end, 12,
      case when status = 'failed' then stored_at + interval '5 seconds' end, stored_at, stored_at
    from made where not shared`;
  await sql`
    insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at,
      bundle_ids, bundle_event_ids, bundle_event_types, bundle_response_statuses, bundle_response_bodies,
      bundle_durations_ms, bundle_finished_at)
    select ${organizationId}, bundle_of(id), endpoint_id, min(event_id), min(event_type), 'bundled', 1, 'schedule',
      stored_at, array_agg(id order by id), array_agg(event_id order by id),
      case when min(event_type) <> max(event_type) then array_agg(event_type order by id) end,
      array_agg(200), array_agg(''::text), array_agg(12), array_agg(stored_at)
    from made where shared group by endpoint_id, bundle_of(id), stored_at order by bundle_of(id)`;
  await sql`drop table made`;
}

/** The running number of the first event that a transaction writes; after those of its events come its deliveries'. */
function firstNumber(sql: Transaction, stored: Stored) {
  return sql`(batch * 3 + place - 1) * ${2 * stored.together}::bigint`;
}

function eventId(sql: Transaction, stored: Stored) {
  return sql`'evt_' || moment || id_number(${firstNumber(sql, stored)} + (nth - 1) % ${stored.together}::bigint)
    || upper(left(md5(nth || '/' || place), 8))`;
}

/** Of every three events of a message one is new or sent; of a hundred thousand messages one changed a contact's task. */
function eventType(sql: Transaction) {
  return sql`case when nth % 100000 = 1 and place = 3 then 'crm.task.completed'
    when place = 1 then case direction when 'inbound' then 'message.new' else 'message.sent' end
    else 'message.status_update' end`;
}
