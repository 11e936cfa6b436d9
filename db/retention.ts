import type { Sql } from "./client.ts";

const ROWS_AT_ONCE = 1000;
const DAY_MILLISECONDS = 24 * 3600_000;

/** An organisation that keeps less than the installation, and since when it keeps what it has. */
export type ShorterRetention = { organizationId: string; before: Date };

/** The organisations that keep messages and events for less than so many days. */
export async function shorterRetentions(
  sql: Sql,
  retentionDays: number,
  now = new Date(),
): Promise<ShorterRetention[]> {
  const rows = await sql<{ organization_id: string; retention_days: number }[]>`
    select organization_id, retention_days from organizations where retention_days < ${retentionDays}`;
  return rows.map(({ organization_id, retention_days }) => ({
    organizationId: organization_id,
    before: new Date(now.getTime() - retention_days * DAY_MILLISECONDS),
  }));
}

/**
 * Deletes an organisation's messages, events and deliveries of before its
 * retention, a batch at a time: others' are in the same partitions, which are
 * dropped as a whole only after the installation's. What still waits to be sent stays.
 */
export async function forgetOlder(sql: Sql, { organizationId, before }: ShorterRetention): Promise<void> {
  await inBatches(
    () => sql`
    delete from messages where organization_id = ${organizationId} and id = any (array(
      select id from messages
      where organization_id = ${organizationId} and id < uuid_bound(${before})
        and status not in ('queued', 'scheduled', 'sending')
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await inBatches(
    () => sql`
    delete from message_attempts where organization_id = ${organizationId} and message_id = any (array(
      select message_id from message_attempts as attempt
      where organization_id = ${organizationId} and message_id < uuid_bound(${before})
        and not exists (
          select from messages where organization_id = ${organizationId} and id = attempt.message_id
        )
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await inBatches(
    () => sql`
    delete from provider_messages where organization_id = ${organizationId} and message_id = any (array(
      select message_id from provider_messages
      where organization_id = ${organizationId} and message_id < uuid_bound(${before})
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await forgetEvents(sql, organizationId, before);
}

async function forgetEvents(sql: Sql, organizationId: string, before: Date): Promise<void> {
  await inBatches(
    () => sql`
    delete from lane_items where organization_id = ${organizationId} and item_id = any (array(
      select item_id from lane_items
      where organization_id = ${organizationId} and kind = 'endpoint'
        and item_id collate "C" < 'dlv_' || ulid_time(${before})
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await inBatches(
    () => sql`
    delete from deliveries where organization_id = ${organizationId} and id = any (array(
      select id from deliveries
      where organization_id = ${organizationId} and id < 'dlv_' || ulid_time(${before})
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await inBatches(
    () => sql`
    delete from events where organization_id = ${organizationId} and id = any (array(
      select id from events
      where organization_id = ${organizationId} and id < 'evt_' || ulid_time(${before})
      limit ${ROWS_AT_ONCE}
    ))`,
  );
  await inBatches(
    () => sql`
    delete from web_messages where ctid = any (array(
      select ctid from web_messages
      where created_at < ${before} and organization_id = ${organizationId}
      limit ${ROWS_AT_ONCE}
    ))`,
  );
}

async function inBatches(step: () => PromiseLike<{ count: number }>): Promise<void> {
  while ((await step()).count >= ROWS_AT_ONCE);
}
