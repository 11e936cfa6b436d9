import type { Queryable, Sql } from "../connection/client.ts";
import { CHANNEL_COLUMNS, type ChannelRow } from "./channels.ts";

/** How long a check keeps other daemons from checking the same channel. */
const LEASE_MS = 600_000;

/** Takes channels of these platforms that are due for a check, for this daemon alone; none that it leaves alone. */
export async function takeDueChecks(
  sql: Sql,
  platforms: readonly string[],
  most: number,
): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    update channels set check_at = after_milliseconds(${LEASE_MS})
    where (organization_id, id) in (
      select organization_id, id from channels
      where platform = any (${platforms as string[]}) and deleted_at is null and check_at <= now()
        and sandbox = in_sandbox()
      order by check_at limit ${most} for update skip locked
    )
    returning ${sql(CHANNEL_COLUMNS)}`;
}

/** Sets when a channel is checked next, up to a tenth sooner or later so that checks spread out. */
export async function planCheck(
  sql: Queryable,
  organizationId: string,
  id: string,
  delayMs: number,
): Promise<void> {
  await sql`
    update channels set check_at = after_milliseconds(${delayMs} * (0.9 + 0.2 * random()))
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null`;
}
