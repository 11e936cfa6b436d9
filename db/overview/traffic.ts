/** Recent traffic, read from the newest rows alone, so that the time does not grow with the tables. */
import type { Sql } from "../connection/client.ts";

/** How many messages there were in the seconds that were looked at. */
export type MessageTraffic = {
  seconds: number;
  accepted: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  received: number;
};

/** How many attempts at webhooks ended in the seconds looked at, and how long first ones took from the event on. */
export type WebhookTraffic = {
  seconds: number;
  succeeded: number;
  failed: number;
  p50_ms: number | null;
  p99_ms: number | null;
};

/** A message that failed. */
export type FailedMessage = {
  id: string;
  at: Date;
  channel_id: string;
  code: string | null;
  detail: string | null;
};

/** An attempt to deliver an event that failed. */
export type FailedDelivery = {
  id: string;
  at: Date;
  endpoint_id: string;
  event_type: string;
  response_status: number | null;
  error: string | null;
};

/** Rows that one look goes through at most: those that are counted are read, the others but glanced at. */
const EVENTS_COUNTED = 2000;
const DELIVERIES_A_LOOK = 2000;
const FAILURES_A_LOOK = 500;

/** The traffic of the last minute; of less of it when there was too much to count. `channelIds` null is all. */
export async function messageTraffic(
  sql: Sql,
  organizationId: string,
  channelIds: readonly string[] | null,
): Promise<MessageTraffic> {
  const [row] = await sql<MessageTraffic[]>`
    with newest as (
      select type, body, created_at, ${wantedEvent(sql, channelIds)} as wanted from events
      where organization_id = ${organizationId} and id >= 'evt_' || ulid_time(now() - interval '1 minute')
      order by id desc limit ${EVENTS_COUNTED}
    ), event as materialized (
      -- each body is parsed once, not once for each count
      select type, created_at, wanted,
        case when wanted and type = 'message.status_update' then body::json ->> 'status' end as status,
        case when wanted and type = 'message.new' then body::json ->> 'direction' end as direction
      from newest
    )
    select least(60, case when count(*) = ${EVENTS_COUNTED}
        then greatest(extract(epoch from now() - min(created_at)), 0.1) else 60 end)::float8 as seconds,
      count(*) filter (where status in ('queued', 'scheduled')) as accepted,
      count(*) filter (where type = 'message.sent' and wanted) as sent,
      count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'read') as read,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where direction = 'inbound') as received
    from event`;
  if (row === undefined) throw new Error("the traffic was not counted");
  return row;
}

/** Messages that failed in the last hour, the latest first: those among the newest that ever failed. */
export async function failedMessages(
  sql: Sql,
  organizationId: string,
  channelIds: readonly string[] | null,
  limit: number,
): Promise<FailedMessage[]> {
  return await sql<FailedMessage[]>`
    select id, updated_at as at, channel_id, error::json ->> 'code' as code,
      coalesce(error::json ->> 'detail', error::json ->> 'title') as detail
    from (
      select id, updated_at, channel_id, status, error from messages
      where organization_id = ${organizationId} and error is not null
      order by id desc limit ${FAILURES_A_LOOK}
    ) as newest
    where status = 'failed' and updated_at > now() - interval '1 hour' and ${isReadable(sql, "error")}
      ${channelIds === null ? sql`` : sql`and channel_id = any (${channelIds as string[]})`}
    order by updated_at desc limit ${limit}`;
}

/** The webhooks of the last minute; of less of it when there were too many. `endpointIds` null is all. */
export async function webhookTraffic(
  sql: Sql,
  organizationId: string,
  endpointIds: readonly string[] | null,
): Promise<WebhookTraffic> {
  const [row] = await sql<(Omit<WebhookTraffic, "p50_ms" | "p99_ms"> & { latency: number[] | null })[]>`
    select least(60, case when count(*) = ${DELIVERIES_A_LOOK}
        then greatest(extract(epoch from now() - min(created_at)), 0.1) else 60 end)::float8 as seconds,
      count(*) filter (where wanted and status = 'succeeded') as succeeded,
      count(*) filter (where wanted and status in ('failed', 'exhausted')) as failed,
      percentile_cont(array[0.5, 0.99]) within group (
        order by extract(epoch from finished_at - created_at)::float8 * 1000
      ) filter (where wanted and status = 'succeeded' and attempt = 1) as latency
    from (
      select delivery.status, delivery.attempt, delivery.created_at, delivery.finished_at,
        delivery.finished_at > now() - interval '1 minute' ${ofEndpoints(sql, endpointIds)} as wanted
      from (
        select deliveries as whole, sum(size_of_row(deliveries)) over (order by id desc) as reached
        from deliveries
        -- a second attempt is made five seconds after the first, but the third minutes later
        where organization_id = ${organizationId} and id >= 'dlv_' || ulid_time(now() - interval '10 minutes')
        order by id desc limit ${DELIVERIES_A_LOOK}
      ) as stored
      cross join lateral each_delivery(stored.whole) as delivery
      where stored.reached - size_of_row(stored.whole) < ${DELIVERIES_A_LOOK}
      order by delivery.id collate "C" desc limit ${DELIVERIES_A_LOOK}
    ) as newest`;
  if (row === undefined) throw new Error("the webhooks were not counted");
  const { latency, ...counted } = row;
  return { ...counted, p50_ms: latency?.[0] ?? null, p99_ms: latency?.[1] ?? null };
}

/** Deliveries of which an attempt failed in the last hour, the latest first: those among the newest that ever failed. */
export async function failedDeliveries(
  sql: Sql,
  organizationId: string,
  endpointIds: readonly string[] | null,
  limit: number,
): Promise<FailedDelivery[]> {
  return await sql<FailedDelivery[]>`
    select id, finished_at as at, endpoint_id, event_type, response_status, error
    from (
      select id, finished_at, endpoint_id, event_type, status, response_status, error from deliveries
      where organization_id = ${organizationId} and id >= 'dlv_' || ulid_time(now() - interval '1 hour')
        and error is not null
      order by id desc limit ${FAILURES_A_LOOK}
    ) as newest
    where status in ('failed', 'exhausted') and finished_at is not null ${ofEndpoints(sql, endpointIds)}
    order by finished_at desc limit ${limit}`;
}

/** Events that are wanted, and whose body can be read. */
function wantedEvent(sql: Sql, channelIds: readonly string[] | null) {
  const ofChannels =
    channelIds === null ? sql`` : sql`and coalesce(channel_id = any (${channelIds as string[]}), false)`;
  return sql`not test and ${isReadable(sql, "body")} ${ofChannels}`;
}

/** What was written out as a code may be NUL or half of a surrogate pair, at which reading the JSON would fail. */
function isReadable(sql: Sql, column: "body" | "error") {
  return sql`strpos(${sql(column)}, '\\u') = 0`;
}

function ofEndpoints(sql: Sql, ids: readonly string[] | null) {
  return ids === null ? sql`` : sql`and endpoint_id = any (${ids as string[]})`;
}
