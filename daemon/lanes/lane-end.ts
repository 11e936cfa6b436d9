import type { Sql } from "../../db/connection/client.ts";
import { endLaneItems, planLaneEnd } from "../../db/lanes/ends.ts";
import type { Lane } from "./lane.ts";
import { takeSteps } from "./steps.ts";

/** Items ended in one transaction: few, since concurrent transactions wait for it. */
const MOST = 200;

/**
 * Ends what waits in the lane of a deleted channel or endpoint: its messages and deliveries
 * get their final status.
 */
export async function endLane(sql: Sql, lane: Lane): Promise<void> {
  await takeSteps(
    () => endLaneItems(sql, lane, MOST),
    (milliseconds) => planLaneEnd(sql, lane, milliseconds),
  );
}
