import type { Sql } from "../../db/client.ts";
import { planReplay, stepReplay } from "../../db/replays.ts";

/** The payload of the job. */
export type RequestedReplay = { organizationId: string; id: string };

/** Events looked at in one transaction, and deliveries that may be due before fresh events would wait behind them. */
const MOST = { events: 1000, due: 5000 };
/** Steps of one job: others want their turn. */
const STEPS = 10;
const WAIT_MILLISECONDS = 1000;

/** Queues the next deliveries of a replay, and plans the job that goes on with it. What a crash cuts off is taken up there. */
export async function runReplay(
  sql: Sql,
  { organizationId, id }: RequestedReplay,
  most = MOST,
): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    const next = await stepReplay(sql, organizationId, id, most);
    if (next === "nothing") return;
    if (next === "wait") return await planReplay(sql, organizationId, id, WAIT_MILLISECONDS);
  }
  await planReplay(sql, organizationId, id, 0);
}
