import type { Queryable } from "../connection/client.ts";
import { CHANNEL_CHANGED_CHANNEL } from "./channels.ts";

/**
 * Shows that a connected channel rests, or, with null, that it continues; other known problems stay. Notifies every
 * daemon of a change.
 */
export async function showRest(
  sql: Queryable,
  organizationId: string,
  id: string,
  reason: string | null,
): Promise<void> {
  await sql`
    with changed as (
      update channels set updated_at = now(), status_reason = ${reason},
        status = ${reason === null ? "connected" : "degraded"}
      where organization_id = ${organizationId} and id = ${id} and deleted_at is null
        and (
          status = 'degraded' and status_reason like '%; rests until %'
          or status = 'connected' and ${reason !== null}
        )
      returning id
    )
    select pg_notify(${CHANNEL_CHANGED_CHANNEL}, id) from changed`;
}
