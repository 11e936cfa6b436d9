import type { Sql } from "../../db/connection/client.ts";
import { endLaneItems, planLaneEnd } from "../../db/lanes/ends.ts";
import type { Lane } from "./lane.ts";
import { takeSteps } from "./steps.ts";

/** Items that one transaction ends. */
const MOST = 500;

/** Ends what waits for a channel or an endpoint that was deleted: messages and deliveries get their last status. */
export async function endLane(sql: Sql, lane: Lane): Promise<void> {
  await takeSteps(
    () => endLaneItems(sql, lane, MOST),
    (milliseconds) => planLaneEnd(sql, lane, milliseconds),
  );
}
