import type { Queryable } from "../connection/client.ts";
import type { DeliveryRow } from "./deliveries.ts";

/** An event, as far as its delivery is concerned. */
export type DeliveredEvent = { id: string; type: string; channel_id: string | null };

/** The event that a `webhook-id` names; null when there is none, or retention has dropped it. */
export async function findDeliveredEvent(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<DeliveredEvent | null> {
  const [row] = await sql<DeliveredEvent[]>`
    select id, type, channel_id from events where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** The enabled endpoints that an event was for and that have not taken it. */
export async function endpointsWithout(
  sql: Queryable,
  organizationId: string,
  eventId: string,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select endpoint.id
    from deliveries_of_event(${organizationId}, ${eventId}) as attempted
    join webhook_endpoints as endpoint
      on endpoint.organization_id = attempted.organization_id and endpoint.id = attempted.endpoint_id
      and endpoint.enabled
    group by endpoint.id
    having not bool_or(attempted.status = 'succeeded')
    order by endpoint.id`;
  return rows.map((row) => row.id);
}

/**
 * Delivers an event to one endpoint once more, before everything that is due there. Returns the attempt;
 * null when the endpoint has taken it meanwhile, unless `evenIfTaken`.
 */
export async function resendEvent(
  sql: Queryable,
  organizationId: string,
  eventId: string,
  endpointId: string,
  evenIfTaken: boolean,
): Promise<DeliveryRow | null> {
  const [row] = await sql<DeliveryRow[]>`
    select * from resend_event(${organizationId}, ${eventId}, ${endpointId}, ${evenIfTaken})`;
  return row ?? null;
}

/** Makes a test event and delivers it to these endpoints at once. Returns the first attempts. */
export async function sendTestEvent(
  sql: Queryable,
  organizationId: string,
  endpointIds: readonly string[],
  event: { type: string; body: string },
): Promise<{ eventId: string; deliveries: DeliveryRow[] }> {
  const [sent] = await sql<{ id: string }[]>`
    select send_test_event(${organizationId}, ${endpointIds as string[]}::text[], ${event.type}, ${event.body}) as id`;
  if (sent === undefined) throw new Error("the test event was not stored");
  const deliveries = await sql<DeliveryRow[]>`
    select * from deliveries_of_event(${organizationId}, ${sent.id}) where attempt = 1 order by id`;
  return { eventId: sent.id, deliveries };
}
