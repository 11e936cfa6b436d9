import type { Queryable, Sql } from "./client.ts";

/** Which events of a range are delivered again; see db/functions/73_replays.sql. */
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
};

/** What was asked for, how far it is, and what became of it. */
export type ReplayRow = {
  organization_id: string;
  id: string;
  endpoint_ids: string[];
  event_types: string[] | null;
  channel_ids: string[] | null;
  status: ReplayStatus;
  matched: number;
  queued: number;
  succeeded: number;
  exhausted: number;
  created_at: Date;
  finished_at: Date | null;
};

/** More events than there are: the whole range is counted. */
const ALL = 2_147_483_647;

/** How many deliveries a replay of the range would make now. */
export async function countReplay(sql: Queryable, range: ReplayRange): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from replayable(${replayOf(sql, "", range)}, '', ${ALL})`;
  return row?.count ?? 0;
}

/** Stores a replay and the job that does it, together. Returns how many deliveries it will make. */
export async function startReplay(sql: Queryable, id: string, range: ReplayRange): Promise<number> {
  const payload = JSON.stringify({ organizationId: range.organizationId, id });
  const [row] = await sql<{ matched: number }[]>`
    with asked as (
      select replay, (select count(*) from replayable(replay, '', ${ALL})) as matched
      from (select ${replayOf(sql, id, range)} as replay) as made
    ), stored as (
      insert into webhook_replays (
        organization_id, id, endpoint_ids, event_types, channel_ids, status, first_event, last_event, matched
      )
      select (replay).organization_id, (replay).id, (replay).endpoint_ids, (replay).event_types, (replay).channel_ids,
        (replay).status, (replay).first_event, (replay).last_event, matched
      from asked
      returning id, matched
    )
    select matched, graphile_worker.add_job('replay', ${payload}::text::json, job_key => 'replay:' || id, max_attempts => 1000)
    from stored`;
  return row?.matched ?? 0;
}

/** The range as a row that is not stored. */
function replayOf(sql: Queryable, id: string, range: ReplayRange) {
  const { organizationId, endpointIds, eventTypes, channelIds, status, since, until } = range;
  return sql`row(
    ${organizationId}::text, ${id}::text, ${endpointIds as string[]}::text[], ${eventTypes as string[] | null}::text[],
    ${channelIds as string[] | null}::text[], ${status}::text, 'evt_' || ulid_time(${since}::timestamptz),
    'evt_' || ulid_time(${until}::timestamptz), 0::bigint, 0::bigint, '', now(), null
  )::webhook_replays`;
}

export async function findReplay(sql: Sql, organizationId: string, id: string): Promise<ReplayRow | null> {
  const [row] = await sql<ReplayRow[]>`
    select replay.*, delivered.*
    from webhook_replays as replay
    cross join lateral (
      select count(*) filter (where made.status = 'succeeded') as succeeded,
        count(*) filter (where made.status = 'exhausted') as exhausted
      from deliveries as made
      where made.organization_id = replay.organization_id and made.replay_id = replay.id
    ) as delivered
    where replay.organization_id = ${organizationId} and replay.id = ${id}`;
  return row ?? null;
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

/** Goes on with a replay in so many milliseconds. */
export async function planReplay(
  sql: Sql,
  organizationId: string,
  id: string,
  milliseconds: number,
): Promise<void> {
  const payload = JSON.stringify({ organizationId, id });
  await sql`
    select graphile_worker.add_job(
      'replay', ${payload}::text::json, run_at => after_milliseconds(${milliseconds}), job_key => ${`replay:${id}`}, max_attempts => 1000
    )`;
}
