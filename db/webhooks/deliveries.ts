import type { Sql } from "../connection/client.ts";

/** One attempt to deliver an event to an endpoint. */
export type DeliveryRow = {
  organization_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: "pending" | "succeeded" | "failed" | "exhausted";
  attempt: number;
  trigger: "schedule" | "manual" | "test" | "replay";
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: Date | null;
  created_at: Date;
  /** When its result was written; null while it waits. */
  finished_at: Date | null;
};

/** A delivery that an endpoint's lane may make now. */
export type DueDelivery = {
  id: string;
  event_id: string;
  event_type: string;
  attempt: number;
  trigger: DeliveryRow["trigger"];
  body: string;
  /** Changes whenever the endpoint does. */
  endpoint_version: string;
};

/** The result of one attempt; see db/webhooks/deliveries.sql. */
export type DeliveryResult = {
  id: string;
  status: DeliveryRow["status"];
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number;
  /** In how many milliseconds the next attempt is made; null when there is none. */
  retry_after: number | null;
  /** For how many milliseconds the endpoint wants to be left alone. */
  rest: number | null;
};

/** The lane of one endpoint. */
export type EndpointKey = { organizationId: string; endpointId: string };

/**
 * Due deliveries of an endpoint in order, without those in `busy`; see
 * due_deliveries. Deliveries whose event was dropped by retention end.
 */
export async function peekDeliveries(
  sql: Sql,
  { organizationId, endpointId }: EndpointKey,
  daemonId: string,
  busy: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const rows = await sql<(DueDelivery & { body: string | null })[]>`
    select * from due_deliveries(
      ${organizationId}, ${endpointId}, ${daemonId}, ${busy as string[]}::text[], ${limit})`;
  const lost = rows.filter((row) => row.body === null).map((row) => row.id);
  if (lost.length > 0) {
    await sql`select exhaust_deliveries(${organizationId}, ${lost})`;
  }
  return rows.filter((row): row is DueDelivery => row.body !== null);
}

/** The due deliveries that may be made right now. Throws when the lane is not ours. */
export async function startDeliveries(
  sql: Sql,
  { organizationId, endpointId }: EndpointKey,
  daemonId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from start_deliveries(${organizationId}, ${endpointId}, ${daemonId}, ${ids as string[]}::text[]) as id`;
  return rows.map((row) => row.id);
}

/** Writes the results of attempts and what follows from them, in one statement. */
export async function finishDeliveries(
  sql: Sql,
  { organizationId, endpointId }: EndpointKey,
  results: readonly DeliveryResult[],
): Promise<void> {
  await sql`select finish_deliveries(${organizationId}, ${endpointId}, ${JSON.stringify(results)}::text::json)`;
}

/** In how many milliseconds an endpoint's lane is next due; null when nothing waits, or while the endpoint is disabled. */
export async function nextDeliveryDue(
  sql: Sql,
  { organizationId, endpointId }: EndpointKey,
): Promise<number | null> {
  const [row] = await sql<{ wait_ms: number }[]>`
    select milliseconds_until(greatest(item.due_at, endpoint.resumes_at)) as wait_ms
    from webhook_endpoints as endpoint
    cross join lateral (
      select due.due_at from lane_items as due
      where due.lane_id = endpoint.id and due.priority = normal_priority() and due.state <> 'sending'
      order by due.due_at, due.position
      limit 1
    ) as item
    where endpoint.organization_id = ${organizationId} and endpoint.id = ${endpointId} and endpoint.enabled`;
  return row?.wait_ms ?? null;
}

const COLUMNS = [
  "organization_id",
  "id",
  "endpoint_id",
  "event_id",
  "event_type",
  "status",
  "attempt",
  "trigger",
  "response_status",
  "response_body",
  "error",
  "duration_ms",
  "next_attempt_at",
  "created_at",
  "finished_at",
] as const;

/** The columns of a DeliveryRow, of what a statement names `delivery`. */
export function shown(sql: Sql): ReturnType<Sql> {
  return sql`${COLUMNS.map((column, nth) => sql`${nth === 0 ? sql`` : sql`,`} delivery.${sql(column)}`)}`;
}

/** One attempt by its own id. */
export async function findDelivery(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<DeliveryRow | null> {
  const [row] = await sql<DeliveryRow[]>`
    select ${shown(sql)}
    from row_of_delivery(${organizationId}, ${id}) as stored
    cross join lateral each_delivery(stored) as delivery
    where delivery.id = ${id}`;
  return row ?? null;
}
