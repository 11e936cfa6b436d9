import type { Sql } from "../connection/client.ts";
import { databaseTime } from "../connection/database-time.ts";
import { forgetSearchBlocks } from "./forget-search-blocks.ts";
import { endStaleDeliveries } from "./past-retention.ts";

const ROWS_AT_ONCE = 1000;
const DAY_MS = 24 * 3600_000;

/** An organisation that keeps less than the installation, and since when it keeps what it has. */
export type ShorterRetention = { organizationId: string; before: Date };

/** The organisations that keep messages and events for less than so many days, by the database's clock unless a time is given. */
export async function shorterRetentions(
  sql: Sql,
  retentionDays: number,
  now?: Date,
): Promise<ShorterRetention[]> {
  const rows = await sql<{ organization_id: string; retention_days: number }[]>`
    select organization_id, retention_days from organizations where retention_days < ${retentionDays}`;
  const at = (now ?? (await databaseTime(sql))).getTime();
  return rows.map(({ organization_id, retention_days }) => ({
    organizationId: organization_id,
    before: new Date(at - retention_days * DAY_MS),
  }));
}

/**
 * Deletes an organisation's messages, events, deliveries and what came in and
 * could not be processed, of before its retention, a batch at a time: others' are in the same partitions, which are
 * dropped as a whole only after the installation's. What still waits to be sent
 * stays, and what was scheduled, until two days after it was due; what waits to be delivered ends.
 */
export async function forgetOlder(sql: Sql, { organizationId, before }: ShorterRetention): Promise<void> {
  const forget = (table: string, key: string, which: Fragment) =>
    deleteInBatches(sql, organizationId, { table, key, which });
  await forget(
    "messages",
    "id",
    sql`id < uuid_bound(${before}) and status not in ('queued', 'scheduled', 'sending')
      and (scheduled_at is null or scheduled_at < now() - interval '48 hours')`,
  );
  await forget(
    "message_attempts",
    "message_id",
    sql`message_id < uuid_bound(${before}) and not exists (
      select from messages where organization_id = ${organizationId} and id = message_attempts.message_id
    )`,
  );
  await forget(
    "provider_messages",
    "message_id",
    sql`message_id < uuid_bound(${before}) and not exists (
      select from messages where organization_id = ${organizationId} and id = provider_messages.message_id
    )`,
  );
  await forgetSearchBlocks(sql, before, organizationId);
  await endStaleDeliveries(sql, before, organizationId);
  await forget("deliveries", "id", sql`id < 'dlv_' || ulid_time(${before})`);
  await forget("delivery_requests", "ctid", sql`as_of < ${before}`);
  await forget("events", "id", sql`id < 'evt_' || ulid_time(${before})`);
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
