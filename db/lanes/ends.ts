import type { Queryable, Sql } from "../connection/client.ts";
import type { LaneKey } from "./lanes.ts";

/** Plans the job that ends what waits for a channel or an endpoint that was deleted, after so long. */
export async function planLaneEnd(sql: Queryable, lane: LaneKey, delayMs = 0): Promise<void> {
  await sql`select plan_lane_end(${lane.organizationId}, ${lane.kind}, ${lane.laneId}, ${delayMs})`;
}

/** Ends the next items of such a lane, at most so many; see end_lane_items. */
export async function endLaneItems(
  sql: Sql,
  lane: LaneKey,
  most: number,
): Promise<"step" | "wait" | "nothing"> {
  const [row] = await sql<{ next: "step" | "wait" | "nothing" }[]>`
    select end_lane_items(${lane.organizationId}, ${lane.kind}, ${lane.laneId}, ${most}) as next`;
  return row?.next ?? "nothing";
}
