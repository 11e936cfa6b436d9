import { forgetAuditOf } from "../auth/audit-retention.ts";
import type { Sql } from "../connection/client.ts";
import { databaseTime } from "../connection/database-time.ts";
import { forgetSearchBlocks } from "./forget-search-blocks.ts";
import { channelIdsOf, cutoffOf, type Keeping } from "./kept.ts";
import { endStaleDeliveries } from "./past-retention.ts";

const ROWS_AT_ONCE = 1000;

/**
 * Deletes what an organisation keeps no longer, by the database's clock unless a time is given: messages with what came in
 * and could not be processed, each channel's by its own days, events with their deliveries, and entries of the audit log.
 * A batch at a time: others' are in the same partitions, which are dropped as a whole only after the installation's days.
 * What still waits to be sent stays, and what was scheduled, until two days after it was due; what waits to be delivered
 * ends.
 */
export async function forgetOlder(sql: Sql, keeping: Keeping, now?: Date): Promise<void> {
  const { organizationId } = keeping;
  const at = now ?? (await databaseTime(sql));
  const forget = (table: string, key: string, which: Fragment) =>
    deleteInBatches(sql, organizationId, { table, key, which });
  await forgetMessages(sql, keeping, at);
  const events = cutoffOf(keeping, at, "events");
  await endStaleDeliveries(sql, events, organizationId);
  await forget("deliveries", "id", sql`id < 'dlv_' || ulid_time(${events})`);
  await forget("delivery_requests", "ctid", sql`as_of < ${events}`);
  await forget("events", "id", sql`id < 'evt_' || ulid_time(${events})`);
  const unprocessed = sql`error is not null and channel_id is null`;
  const general = cutoffOf(keeping, at, "messages");
  await forget("provider_webhooks", "id", sql`${unprocessed} and received_at < ${general}`);
  await forgetAuditOf(sql, organizationId, cutoffOf(keeping, at, "logs"));
}

/** The words by which messages are found go a block at a time, once no channel keeps what is in it. */
async function forgetMessages(sql: Sql, keeping: Keeping, at: Date): Promise<void> {
  const { organizationId } = keeping;
  let oldest = cutoffOf(keeping, at, "messages");
  for (const id of await channelIdsOf(sql, organizationId)) {
    const before = cutoffOf(keeping, at, "messages", id);
    if (before < oldest) oldest = before;
    await forgetOfChannel(sql, organizationId, id, before);
  }
  await forgetSearchBlocks(sql, oldest, organizationId);
}

async function forgetOfChannel(sql: Sql, organizationId: string, id: string, before: Date): Promise<void> {
  const forgetNext = async (after: string) => {
    const [row] = await sql<{ last: string | null }[]>`
      select forget_of_channel(${organizationId}, ${id}, ${before}, ${after}, ${ROWS_AT_ONCE}) as last`;
    return row?.last ?? null;
  };
  let last: string | null = "00000000-0000-0000-0000-000000000000";
  while (last !== null) last = await forgetNext(last);
  const ofChannel = sql`channel_id = ${id}`;
  const forget = (table: string, key: string, which: Fragment) =>
    deleteInBatches(sql, organizationId, { table, key, which: sql`${ofChannel} and ${which}` });
  await forget("web_messages", "ctid", sql`created_at < ${before}`);
  await forget("provider_webhooks", "id", sql`error is not null and received_at < ${before}`);
}

type Fragment = ReturnType<Sql>;

/** Deletes those rows of an organisation that a condition names, found by it once and deleted by their key. */
async function deleteInBatches(
  sql: Sql,
  organizationId: string,
  { table, key, which }: { table: string; key: string; which: Fragment },
): Promise<void> {
  const deleteSome = () => sql`
    delete from ${sql(table)} where organization_id = ${organizationId} and ${sql(key)} = any (array(
      select ${sql(key)} from ${sql(table)} where organization_id = ${organizationId} and ${which}
      limit ${ROWS_AT_ONCE}
    ))`;
  while ((await deleteSome()).count >= ROWS_AT_ONCE);
}
