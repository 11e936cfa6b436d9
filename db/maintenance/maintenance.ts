import type { Sql } from "../connection/client.ts";
import { databaseTime } from "../connection/database-time.ts";
import { forgetSearchBlocks } from "./forget-search-blocks.ts";
import { type Dropped, dropPartitions } from "./partitions.ts";
import { endStaleDeliveries, forgetFinished } from "./past-retention.ts";

/** Not many weeks: until it has planned its statements, each new connection looks at every partition. */
const AHEAD_DAYS = 10;
const DAY_MS = 24 * 3600_000;
const ROWS_AT_ONCE = 5000;

/**
 * Each partition takes planning time, locks and memory of every session: no more of them are kept than a retention of
 * half a year has weeks, whatever it is.
 */
const MOST_WITHIN_RETENTION = 26;

/** How many weeks a partition holds, so that few are kept at a time. */
export function weeksOfPartition(retentionDays: number): number {
  return Math.ceil(retentionDays / 7 / MOST_WITHIN_RETENTION);
}

/** Makes the partitions that are needed from yesterday on. Returns how many were made. */
export async function keepPartitions(sql: Sql, retentionDays: number): Promise<number> {
  return await makePartitions(sql, undefined, AHEAD_DAYS, weeksOfPartition(retentionDays));
}

/** Makes the partitions that are needed from a day before `now`, by default the database's, on. Returns how many were made. */
export async function makePartitions(
  sql: Sql,
  now?: Date,
  aheadDays = AHEAD_DAYS,
  weeks = 1,
): Promise<number> {
  const at = (now ?? (await databaseTime(sql))).getTime();
  const last = new Date(at + aheadDays * DAY_MS);
  const first = new Date(at - DAY_MS);
  const [row] = await sql<{ made: number }[]>`select ensure_partitions(${first}, ${last}, ${weeks}) as made`;
  return row?.made ?? 0;
}

/** Whether partitions are there for what is made now. */
export async function coversNow(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ covered: boolean }[]>`
    select bool_and(exists (
      select from partitions_of(parent) where now() >= starts_at and now() < ends_at
    )) as covered
    from unnest(array['messages', 'message_attempts', 'events', 'deliveries']) as parent`;
  return row?.covered ?? false;
}

/** Becomes the daemon that does maintenance for as long as the connection lasts; false while another one is. */
export async function takeMaintenance(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtext('waypost.maintenance')) as taken`;
  return row?.taken ?? false;
}

/**
 * Drops rows older than the retention, whole partitions at a time, and their dependents. A partition with messages that
 * wait to be sent is kept, without its other rows; deliveries that wait end. The time is the database's, unless another
 * is given: a daemon whose clock is ahead must not drop anything early.
 */
export async function dropExpired(sql: Sql, retentionDays: number, now?: Date): Promise<Dropped> {
  const before = new Date((now ?? (await databaseTime(sql))).getTime() - retentionDays * DAY_MS);
  await endStaleDeliveries(sql, before);
  const result = await dropPartitions(sql, before);
  await forgetFinished(sql, before);
  await forgetWithoutMessage(sql, before);
  return result;
}

/** Removes the leftovers of messages whose partitions are gone: their words, their provider's ids, and lanes' items. */
async function forgetWithoutMessage(sql: Sql, before: Date): Promise<void> {
  // older partitions are there only for the messages in them that have to stay
  const [row] = await sql<
    { first: Date | null }[]
  >`select min(starts_at) as first from partitions_of('messages') where ends_at > ${before}`;
  const first = row?.first ?? before;
  await forgetSearchBlocks(sql, first);
  await deleteInSteps(
    () => sql`
    delete from provider_messages where ctid = any (array(
      select ctid from provider_messages where message_id < uuid_bound(${first})
        and not exists (
          select from messages as message where message.id < uuid_bound(${first})
            and message.organization_id = provider_messages.organization_id and message.id = provider_messages.message_id
        )
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await deleteInSteps(
    () => sql`
    delete from lane_items where ctid = any (array(
      select ctid from lane_items
      where kind = 'channel' and item_id < uuid_bound(${first})::text and state <> 'sending'
        and not exists (
          select from messages as message where message.id < uuid_bound(${first})
            and message.organization_id = lane_items.organization_id and message.id = lane_items.item_id::uuid
        )
      limit ${ROWS_AT_ONCE}
    ))`,
  );
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

/** Forgets idempotency keys after a day; what deliveries posted, set-aside webhooks, replays and cancellations after the retention. */
export async function forgetExpired(sql: Sql, retentionDays: number): Promise<void> {
  await deleteInSteps(
    () => sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < now() - key_lifetime() limit ${ROWS_AT_ONCE}
    ))`,
  );
  await deleteInSteps(
    () => sql`
    delete from delivery_requests where ctid = any (array(
      select ctid from delivery_requests where as_of < now() - make_interval(hours => ${retentionDays * 24}) limit ${ROWS_AT_ONCE}
    ))`,
  );
  await sql`delete from webhook_replays where created_at < now() - make_interval(hours => ${retentionDays * 24})`;
  await sql`delete from message_cancellations where created_at < now() - make_interval(hours => ${retentionDays * 24})`;
  await sql`
    delete from provider_webhooks
    where error is not null and received_at < now() - make_interval(hours => ${retentionDays * 24})`;
}

async function deleteInSteps(step: () => PromiseLike<{ count: number }>): Promise<void> {
  while ((await step()).count === ROWS_AT_ONCE);
}
