import type { Queryable, Sql } from "../connection/client.ts";

/** The key of a lane in every statement. */
export type LaneKey = { organizationId: string; kind: string; laneId: string };

/**
 * The channel that is notified at each commit that brings work to a lane which a daemon
 * drains; the payload is the lane, as JSON.
 */
export const LANE_WOKEN_CHANNEL = "waypost_lane_woken";

/** Takes a lane for a daemon; false when another living daemon has it (which is notified to look again). */
export async function claimLane(sql: Sql, lane: LaneKey, daemonId: string): Promise<boolean> {
  const [row] = await sql<{ claimed: boolean }[]>`
    select claim_lane(${lane.organizationId}, ${lane.kind}, ${lane.laneId}, ${daemonId}) as claimed`;
  return row?.claimed ?? false;
}

/**
 * Releases a lane; false when work arrived meanwhile and the lane is still ours. Unless all calls are over, the next
 * owner searches it for calls that were begun.
 */
export async function releaseLane(
  sql: Sql,
  lane: LaneKey,
  daemonId: string,
  { isOver }: { isOver: boolean },
): Promise<boolean> {
  const [row] = await sql<{ released: boolean }[]>`
    select release_lane(${lane.organizationId}, ${lane.kind}, ${lane.laneId}, ${daemonId}, ${isOver}) as released`;
  return row?.released ?? true;
}

/** Plans the next look at a lane, after so long; only for its owner, before it lets go. */
export async function planLane(sql: Sql, lane: LaneKey, delayMs: number): Promise<void> {
  await sql`
    select plan_lane(${lane.organizationId}, ${lane.kind}, ${lane.laneId}, after_milliseconds(${delayMs}))`;
}

/** Wakes a lane now. */
export async function wakeLane(sql: Queryable, lane: LaneKey): Promise<void> {
  await sql`select wake_lane(${lane.organizationId}, ${lane.kind}, ${lane.laneId})`;
}

/**
 * In how many milliseconds a lane has something due next; null when nothing
 * waits. Items behind a held one are due with it, however long it has
 * been waiting.
 */
export async function nextDue(sql: Sql, lane: LaneKey): Promise<number | null> {
  // files are named outright: they have an index of their own
  const ofKind =
    lane.kind === "media"
      ? sql`first.kind = 'media'`
      : sql`first.priority = rank.priority and not holds_files(first.kind)`;
  const [row] = await sql<{ wait_ms: number }[]>`
    select milliseconds_until(greatest(item.due_at, lane.paused_until)) as wait_ms
    from priorities() as rank (priority)
    cross join lateral (
      -- one index, read in order, as far as the first; a channel's files wait in a lane of the same id
      select * from lane_items as first
      where first.lane_id = ${lane.laneId} and ${ofKind} and first.state <> 'sending' and (first.held or not exists (
        select from lane_items as ahead
        where ahead.order_key = first.order_key and ahead.held and ahead.position < first.position
          and ahead.organization_id = first.organization_id
      ))
      order by first.due_at, first.position
      limit 1
    ) as item
    left join lanes as lane
      on lane.organization_id = item.organization_id and lane.kind = item.kind and lane.lane_id = item.lane_id
    where item.organization_id = ${lane.organizationId} and item.kind = ${lane.kind}
    order by item.due_at
    limit 1`;
  return row?.wait_ms ?? null;
}

/** Puts items of a lane off without an attempt, each for its `wait` in milliseconds; `reason` is shown on its message. */
export async function deferItems(
  sql: Sql,
  { organizationId, kind }: LaneKey,
  items: readonly { item_id: string; wait: number; reason?: string | undefined }[],
): Promise<void> {
  await sql`select defer_items(${organizationId}, ${kind}, ${JSON.stringify(items)}::text::json)`;
}

/** Takes items out of their lane whose message or file is gone. */
export async function dropItems(sql: Sql, organizationId: string, itemIds: readonly string[]): Promise<void> {
  await sql`
    delete from lane_items where organization_id = ${organizationId} and item_id = any (${itemIds as string[]})`;
}

/** Milliseconds during which nothing in a lane may start; 0 when it is not paused. */
export async function pauseLeft(sql: Queryable, lane: LaneKey): Promise<number> {
  const [row] = await sql<{ wait_ms: number | null }[]>`
    select milliseconds_until(paused_until) as wait_ms from lanes
    where organization_id = ${lane.organizationId} and kind = ${lane.kind} and lane_id = ${lane.laneId}`;
  return row?.wait_ms ?? 0;
}

/** Pauses a lane for at least so long from now. */
export async function pauseLane(sql: Queryable, lane: LaneKey, pauseMs: number): Promise<void> {
  await sql`
    update lanes set paused_until = greatest(paused_until, after_milliseconds(${pauseMs}))
    where organization_id = ${lane.organizationId} and kind = ${lane.kind} and lane_id = ${lane.laneId}`;
}

/** Ends the pause of a lane. */
export async function unpauseLane(sql: Queryable, lane: LaneKey): Promise<void> {
  await sql`
    update lanes set paused_until = null
    where organization_id = ${lane.organizationId} and kind = ${lane.kind} and lane_id = ${lane.laneId}`;
}
