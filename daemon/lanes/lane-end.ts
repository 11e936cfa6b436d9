import type { Sql } from "../../db/connection/client.ts";
import { endLaneItems, planLaneEnd } from "../../db/lanes/ends.ts";
import type { Lane } from "./lane.ts";
import { takeSteps } from "./steps.ts";

/** Items that one transaction ends: few, since those who commit beside it wait while it writes. */
const MOST = 200;

/** Ends what waits for a channel or an endpoint that was deleted: messages and deliveries get their last status. */
export async function endLane(sql: Sql, lane: Lane): Promise<void> {
  await takeSteps(
    () => endLaneItems(sql, lane, MOST),
    (milliseconds) => planLaneEnd(sql, lane, milliseconds),
  );
}
