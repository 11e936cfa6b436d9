import type { Queryable, Sql } from "../connection/client.ts";

export type SyncRow = {
  organization_id: string;
  id: string;
  channel_id: string | null;
  status: "queued" | "running" | "succeeded" | "failed";
  created: number;
  updated: number;
  deleted: number;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
};

/** Stores a synchronisation and the job that does it, together. */
export async function requestSync(
  sql: Queryable,
  sync: { organizationId: string; id: string; channelId: string | null },
): Promise<void> {
  const { organizationId, id, channelId } = sync;
  const payload = JSON.stringify({ organizationId, id });
  await sql`
    with stored as (
      insert into template_syncs (organization_id, id, channel_id)
      values (${organizationId}, ${id}, ${channelId}) returning id
    )
    select graphile_worker.add_job('template_sync', ${payload}::text::json, job_key => 'template_sync:' || id,
      queue_name => long_jobs_of(${organizationId}))
    from stored`;
}

/** Plans that an account's templates are read again, in a moment; any number of requests collapse into one. */
export async function planAccountRead(
  sql: Queryable,
  account: { organizationId: string; wabaId: string },
): Promise<void> {
  await sql`select plan_account_read(${account.organizationId}, ${account.wabaId})`;
}

export async function findSync(sql: Sql, organizationId: string, id: string): Promise<SyncRow | null> {
  const [row] = await sql<SyncRow[]>`
    select * from template_syncs where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Records that a synchronisation is running; null when there is none, or it has ended. */
export async function startSync(sql: Sql, organizationId: string, id: string): Promise<SyncRow | null> {
  const [row] = await sql<SyncRow[]>`
    update template_syncs set status = 'running'
    where organization_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning *`;
  return row ?? null;
}

export type SyncCounts = Pick<SyncRow, "created" | "updated" | "deleted">;

export async function finishSync(
  sql: Sql,
  organizationId: string,
  id: string,
  end: SyncCounts & { error: string | null },
): Promise<void> {
  const status = end.error === null ? "succeeded" : "failed";
  await sql`
    update template_syncs set ${sql({ ...end, status, finished_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id}`;
}

/** An account to synchronise, with one of its channels that has a token. */
export type SyncTarget = { platform: string; waba_id: string; channel_id: string; access_token: string };

/** The accounts of an organisation's channels, or of one channel. */
export async function syncTargets(
  sql: Sql,
  organizationId: string,
  channelId: string | null,
): Promise<SyncTarget[]> {
  return await sql<SyncTarget[]>`
    select distinct on (waba_id) platform, waba_id, id as channel_id, access_token from channels
    where organization_id = ${organizationId} and deleted_at is null and waba_id is not null and access_token is not null
      and sandbox = in_sandbox()
      and (${channelId}::text is null or id = ${channelId})
    order by waba_id, id`;
}

/** One template as db/templates/templates.sql takes it. */
export type ListedTemplate = {
  provider_id: string;
  name: string;
  language: string;
  category: string;
  parameter_format: string;
  status: string;
  rejected_reason: string | null;
  quality: string | null;
  components: string;
  optimization_spec: string | null;
};

/** How many templates of an account the platform is known to have. */
export async function countListed(
  sql: Sql,
  { organizationId, wabaId }: { organizationId: string; wabaId: string },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from templates
    where organization_id = ${organizationId} and waba_id = ${wabaId} and provider_id is not null`;
  return row?.count ?? 0;
}

/** Makes an account's templates those that the platform listed since `began`. */
export async function saveListed(
  sql: Sql,
  account: { organizationId: string; wabaId: string },
  listed: readonly ListedTemplate[],
  began: Date,
): Promise<SyncCounts> {
  const [counts] = await sql<SyncCounts[]>`
    select created, updated, deleted from sync_templates(
      ${account.organizationId}, ${account.wabaId}, ${JSON.stringify(listed)}::text::json, ${began})`;
  return counts ?? { created: 0, updated: 0, deleted: 0 };
}
