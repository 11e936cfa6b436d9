import type { Queryable } from "../../db/connection/client.ts";
import type { StatusInput } from "../../db/inbound/webhooks.ts";

/** Applies statuses as the processing of webhooks does; returns how many named no message of the channel. */
export async function applyStatuses(
  sql: Queryable,
  channel: { organizationId: string; channelId: string },
  statuses: readonly StatusInput[],
): Promise<number> {
  const [row] = await sql<{ unknown: number }[]>`
    select apply_statuses(${channel.organizationId}, ${channel.channelId}, ${JSON.stringify(statuses)}::text::json) as unknown`;
  return row?.unknown ?? 0;
}
