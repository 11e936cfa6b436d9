import type { Queryable, Sql } from "../connection/client.ts";

/** Which events of a range are delivered again; see db/webhooks/replays.sql. */
export type ReplayStatus = "failed" | "exhausted" | "succeeded" | "all";

/** A range of events to deliver again. */
export type ReplayRange = {
  organizationId: string;
  endpointIds: readonly string[];
  /** null is all. */
  eventTypes: readonly string[] | null;
  /** null is all. */
  channelIds: readonly string[] | null;
  status: ReplayStatus;
  since: Date;
  until: Date;
  /** Only counts what would be delivered. */
  dryRun: boolean;
};

/** A replay: its request, its progress and its results. */
export type ReplayRow = {
  organization_id: string;
  id: string;
  endpoint_ids: string[];
  event_types: string[] | null;
  channel_ids: string[] | null;
  status: ReplayStatus;
  /** The range, as bounds of the ids of its events. */
  first_event: string;
  last_event: string;
  /** The last event that was looked at; empty before the first. */
  position: string;
  dry_run: boolean;
  /** null until the whole range was looked through. */
  matched: number | null;
  /** So far; in a dry run what would be. */
  queued: number;
  succeeded: number;
  exhausted: number;
  created_at: Date;
  finished_at: Date | null;
  cancelled_at: Date | null;
};

/** Stores a replay and the job that does all of its work, together. */
export async function startReplay(sql: Queryable, id: string, range: ReplayRange): Promise<void> {
  const { organizationId, endpointIds, eventTypes, channelIds, status, since, until, dryRun } = range;
  const payload = JSON.stringify({ organizationId, id });
  await sql`
    with stored as (
      insert into webhook_replays (
        organization_id, id, endpoint_ids, event_types, channel_ids, status, first_event, last_event, dry_run
      )
      values (
        ${organizationId}, ${id}, ${endpointIds as string[]}, ${eventTypes as string[] | null},
        ${channelIds as string[] | null}, ${status}, 'evt_' || ulid_time(${since}::timestamptz),
        'evt_' || ulid_time(${until}::timestamptz), ${dryRun}
      )
      returning id
    )
    select graphile_worker.add_job('replay', ${payload}::text::json, job_key => 'replay:' || id,
      max_attempts => 1000, priority => 10, queue_name => long_jobs_of(${organizationId}))
    from stored`;
}

export async function findReplay(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ReplayRow | null> {
  const [row] = await sql<ReplayRow[]>`
    select * from webhook_replays where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Stops a replay where it is; one that has queued everything stays as it is. */
export async function cancelReplay(sql: Queryable, organizationId: string, id: string): Promise<void> {
  await sql`
    update webhook_replays set cancelled_at = now(), finished_at = now()
    where organization_id = ${organizationId} and id = ${id} and finished_at is null`;
}

/** Queues the next deliveries of a replay; see step_replay. */
export async function stepReplay(
  sql: Sql,
  organizationId: string,
  id: string,
  most: { events: number; due: number },
): Promise<"step" | "wait" | "nothing"> {
  const [row] = await sql<{ next: "step" | "wait" | "nothing" }[]>`
    select step_replay(${organizationId}, ${id}, ${most.events}, ${most.due}) as next`;
  return row?.next ?? "nothing";
}

/** Plans the next step of a replay after this long. */
export async function planReplay(
  sql: Sql,
  organizationId: string,
  id: string,
  delayMs: number,
): Promise<void> {
  const payload = JSON.stringify({ organizationId, id });
  await sql`
    select graphile_worker.add_job(
      'replay', ${payload}::text::json, run_at => after_milliseconds(${delayMs}), job_key => ${`replay:${id}`}, max_attempts => 1000,
      priority => 10, queue_name => long_jobs_of(${organizationId})
    )`;
}
