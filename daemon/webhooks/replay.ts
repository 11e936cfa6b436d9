import type { Sql } from "../../db/connection/client.ts";
import { planReplay, stepReplay } from "../../db/webhooks/replays.ts";
import { takeSteps } from "../lanes/steps.ts";

/** The payload of the job. */
export type RequestedReplay = { organizationId: string; id: string };

/**
 * At most this many events are looked at in one transaction; with more deliveries due, fresh
 * events would wait behind them.
 */
const MOST = { events: 1000, due: 5000 };

/** Queues the next deliveries of a replay and plans the job that continues it. */
export async function runReplay(
  sql: Sql,
  { organizationId, id }: RequestedReplay,
  most = MOST,
): Promise<void> {
  await takeSteps(
    () => stepReplay(sql, organizationId, id, most),
    (milliseconds) => planReplay(sql, organizationId, id, milliseconds),
  );
}
