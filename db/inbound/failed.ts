import type { Queryable, Sql } from "../connection/client.ts";

/** A call that is set aside, without what is in it. */
export type FailedWebhookRow = {
  id: string;
  channel_id: string | null;
  provider: string;
  /** Why it could not be processed. */
  error: string;
  attempts: number;
  bytes: number;
  received_at: Date;
  failed_at: Date;
};

/** The owner of calls: an organisation (and only `channelIds` when given), or null for calls without an owner. */
export type FailedScope = { organizationId: string | null; channelIds: readonly string[] | null };

/** Calls that are set aside, newest first, older than `before`. */
export async function listFailedWebhooks(
  sql: Queryable,
  scope: FailedScope,
  before: string | null,
  limit: number,
): Promise<FailedWebhookRow[]> {
  return await sql<FailedWebhookRow[]>`
    select failure_id as id, channel_id, provider, error, attempts, octet_length(body) as bytes, received_at, failed_at
    from provider_webhooks
    where error is not null and ${within(sql, scope)}
      and (${before}::text is null or failure_id < ${before})
    order by failure_id desc limit ${limit}`;
}

/** How many calls of an organisation are set aside, and how many that are nobody's. */
export async function countFailedWebhooks(
  sql: Sql,
  organizationId: string,
): Promise<{ failed: number; unassigned: number }> {
  const [row] = await sql<{ failed: number; unassigned: number }[]>`
    select
      (select count(*) from provider_webhooks where error is not null and organization_id = ${organizationId}) as failed,
      (select count(*) from provider_webhooks where error is not null and organization_id is null) as unassigned`;
  return row ?? { failed: 0, unassigned: 0 };
}

/** Which calls of a scope: one, or those that were set aside up to one of them (null: all), at most `most`. */
export type FailedChoice = { id: string } | { upTo: string | null; most: number };

export type RetriedWebhooks = { retried: number; remaining: number };

/**
 * Queues set-aside calls for processing again, at their old place, the oldest first. Returns
 * how many, and how many of the choice are left, counted up to `most`.
 */
export async function retryFailedWebhooks(
  sql: Queryable,
  scope: FailedScope,
  choice: FailedChoice,
): Promise<RetriedWebhooks> {
  const most = "id" in choice ? 1 : choice.most;
  const chosen =
    "id" in choice
      ? sql`failure_id = ${choice.id}`
      : sql`(${choice.upTo}::text is null or failure_id <= ${choice.upTo})`;
  const [row] = await sql<RetriedWebhooks[]>`
    with chosen as (
      select id from provider_webhooks
      where error is not null and ${within(sql, scope)} and ${chosen}
      order by failure_id limit ${most}
      for update
    ), retried as (
      update provider_webhooks as one set
        error = null, attempts = 0, failure_id = null, failed_at = null, organization_id = null, channel_id = null
      from chosen where one.id = chosen.id
      returning one.id
    ), counted as (
      select (select count(*) from retried) as retried, (
        select count(*) from (
          select from provider_webhooks where error is not null and ${within(sql, scope)} and ${chosen} limit ${2 * most}
        ) as before
      ) as before
    )
    select retried, before - retried as remaining, case when retried > 0
      then graphile_worker.add_job('inbound', job_key => 'inbound', max_attempts => 1000) end
    from counted`;
  return { retried: row?.retried ?? 0, remaining: row?.remaining ?? 0 };
}

function within(sql: Queryable, { organizationId, channelIds }: FailedScope) {
  if (organizationId === null) return sql`organization_id is null`;
  return channelIds === null
    ? sql`organization_id = ${organizationId}`
    : sql`organization_id = ${organizationId} and channel_id = any (${channelIds as string[]})`;
}
