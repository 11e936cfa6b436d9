import type { Sql } from "./client.ts";

const AHEAD_DAYS = 35;
const DAY_MILLISECONDS = 24 * 3600_000;
const ROWS_AT_ONCE = 5000;

/** Makes the partitions that the next weeks need. Returns how many were made. */
export async function makePartitions(sql: Sql, now = new Date()): Promise<number> {
  const last = new Date(now.getTime() + AHEAD_DAYS * DAY_MILLISECONDS);
  const first = new Date(now.getTime() - DAY_MILLISECONDS);
  const [row] = await sql<{ made: number }[]>`select ensure_partitions(${first}, ${last}) as made`;
  return row?.made ?? 0;
}

/** Drops what is older than the retention, whole partitions at a time, and what belonged to it. */
export async function dropExpired(sql: Sql, retentionDays: number, now = new Date()): Promise<string[]> {
  const before = new Date(now.getTime() - retentionDays * DAY_MILLISECONDS);
  const rows = await sql<{ name: string }[]>`select drop_partitions(${before}) as name`;
  await deleteInSteps(
    () => sql`
    delete from provider_messages where ctid = any (array(
      select ctid from provider_messages where message_id < uuid_bound(${before}) limit ${ROWS_AT_ONCE}
    ))`,
  );
  // what waited for a paused endpoint until its event was dropped
  await deleteInSteps(
    () => sql`
    delete from lane_items where ctid = any (array(
      select ctid from lane_items
      where kind = 'endpoint' and item_id collate "C" < 'dlv_' || ulid_time(${before}) limit ${ROWS_AT_ONCE}
    ))`,
  );
  return rows.map((row) => row.name);
}

/** Forgets messages as WhatsApp has them after the retention, and after two days what could be answered to them. */
export async function forgetWebMessages(sql: Sql, retentionDays: number): Promise<void> {
  await deleteInSteps(
    () => sql`
    delete from web_messages where ctid = any (array(
      select ctid from web_messages where created_at < now() - make_interval(hours => ${retentionDays * 24}) limit ${ROWS_AT_ONCE}
    ))`,
  );
  await deleteInSteps(
    () => sql`
    delete from web_choices where ctid = any (array(
      select ctid from web_choices where offered_at < now() - interval '48 hours' limit ${ROWS_AT_ONCE}
    ))`,
  );
}

/** Forgets idempotency keys after a day, set-aside webhooks and replays after the retention. */
export async function forgetExpired(sql: Sql, retentionDays: number): Promise<void> {
  await deleteInSteps(
    () => sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit ${ROWS_AT_ONCE}
    ))`,
  );
  await sql`delete from webhook_replays where created_at < now() - make_interval(hours => ${retentionDays * 24})`;
  await sql`
    delete from provider_webhooks
    where error is not null and received_at < now() - make_interval(hours => ${retentionDays * 24})`;
}

async function deleteInSteps(step: () => PromiseLike<{ count: number }>): Promise<void> {
  while ((await step()).count === ROWS_AT_ONCE);
}
