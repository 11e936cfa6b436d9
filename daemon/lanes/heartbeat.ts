import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { beat, leave, sweep, unlockAbandonedJobs } from "../../db/lanes/daemons.ts";
import { overdueLanes } from "../../db/lanes/lanes.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import { createTrouble } from "./trouble.ts";
import type { Worker } from "./worker.ts";

const BEAT_MS = 2000;
/** Every so many sweeps, what nobody was woken for is looked for. */
const SWEEPS_A_LOOK = 5;

export type Heartbeat = {
  /** Whether jobs are run, no drain does nothing but fail, and nothing is due for long in a lane that no daemon takes up. */
  isWell(): boolean;
  stop(): Promise<void>;
};

/**
 * Says every two seconds that this daemon lives. Beside that, so that nothing
 * holds the beat up, it frees what dead daemons had taken, takes up its own
 * lanes that were dropped while the database was away, and looks for what came
 * in and is to be tried again, or was held by a daemon that froze. Every ten
 * seconds it looks for lanes whose wake-up was lost: a job can stay locked by a
 * connection that broke. The first beat and sweep are over when it returns.
 */
export async function startHeartbeat({
  sql,
  daemonId,
  worker,
  lanes,
  inbound,
  log,
}: {
  sql: Sql;
  daemonId: string;
  worker: Worker;
  lanes: Lanes;
  /** Processes what providers sent, if any waits; never rejects. */
  inbound(): Promise<void>;
  log: Logger;
}): Promise<Heartbeat> {
  const stopped = Promise.withResolvers<void>();
  let stopping = false;
  const trouble = createTrouble();
  let sweeps = 0;

  const beatOnce = () => beat(sql, daemonId, worker.poolIds());

  async function sweepOnce(): Promise<void> {
    sweeps += 1;
    for (const gone of await sweep(sql)) log.info({ daemon: gone }, "a daemon is gone; its lanes move on");
    await lanes.resume();
    // not waited for: thousands may have come in
    void inbound();
    if (sweeps % SWEEPS_A_LOOK === 0) await lookForLostWork();
  }

  async function lookForLostWork(): Promise<void> {
    await unlockAbandonedJobs(sql);
    const overdue = (await overdueLanes(sql)) as Lane[];
    trouble.only(overdue);
    for (const lane of overdue) {
      await lanes
        .wake(lane)
        .catch((cause: unknown) => log.warn({ err: cause, lane }, "an overdue lane was not taken up"));
    }
  }

  async function repeat(step: () => Promise<void>, complaint: string): Promise<void> {
    while (!stopping) {
      await Promise.race([Bun.sleep(BEAT_MS), stopped.promise]);
      if (!stopping) await step().catch((cause: unknown) => log.warn({ err: cause }, complaint));
    }
  }

  await beatOnce();
  await sweepOnce();
  const beating = repeat(beatOnce, "a heartbeat failed");
  const sweeping = repeat(sweepOnce, "looking after lanes failed");
  return {
    isWell: () => worker.isRunning() && lanes.failing().length + trouble.lasting().length === 0,
    async stop() {
      stopping = true;
      stopped.resolve();
      // a beat that is under way would bring the row back
      await beating;
      await leave(sql, daemonId).catch((cause: unknown) => log.warn({ err: cause }, "leaving failed"));
      await sweeping;
    },
  };
}
