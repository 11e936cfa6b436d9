import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import {
  type Beat,
  beat,
  leave,
  lookAround,
  unlockAbandonedJobs,
  unlockUnheardJobs,
} from "../../db/lanes/daemons.ts";
import { overdueLanes } from "../../db/lanes/lanes.ts";
import { sleep, untilSharedWake } from "../lib/sleep.ts";
import { createAbsence } from "./absence.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import { createTrouble } from "./trouble.ts";
import type { Worker } from "./worker.ts";

const BEAT_MS = 2000;
/** Every this many sweeps, it looks for work whose wake-up was lost. */
const SWEEPS_A_LOOK = 5;

export type Heartbeat = {
  /** Whether jobs run, no drain keeps failing, and no lane has had due work for long without an owner. */
  isWell(): boolean;
  stop(): Promise<void>;
};

/**
 * Writes a heartbeat every two seconds. Separately, so that nothing delays it, a sweep frees
 * what dead daemons had taken, resumes this daemon's lanes that were dropped while the
 * database was down, and looks for stored webhooks that wait for a retry or were claimed by a
 * daemon that froze. Just after the database was away, it takes no daemon for gone. Every ten seconds it also looks for lanes whose wake-up was lost: a job
 * can stay locked by a broken connection. The first heartbeat and sweep are done when it
 * returns.
 */
export async function startHeartbeat({
  sql,
  daemonId,
  about,
  worker,
  lanes,
  inbound,
  log,
}: {
  sql: Sql;
  daemonId: string;
  /** The daemon's own facts. */
  about: Omit<Beat, "workerPools">;
  worker: Worker;
  lanes: Lanes;
  /** Processes stored webhooks, if any wait; never rejects. */
  inbound(): Promise<void>;
  log: Logger;
}): Promise<Heartbeat> {
  const stopping = new AbortController();
  const trouble = createTrouble();
  const absence = createAbsence();
  let sweeps = 0;

  async function beatOnce(): Promise<void> {
    await beat(sql, daemonId, { ...about, workerPools: worker.poolIds() });
    absence.beat(performance.now());
  }

  async function sweepOnce(): Promise<void> {
    sweeps += 1;
    const found = await lookAround(sql, daemonId, { sweeps: !absence.isRecent(performance.now()) });
    for (const daemon of found.gone) log.info({ daemon }, "a daemon is gone; its lanes move on");
    await lanes.resume(found.owned);
    // not awaited: thousands may have come in
    if (found.inbound) void inbound();
    if (sweeps % SWEEPS_A_LOOK === 0) await lookForLostWork();
  }

  async function lookForLostWork(): Promise<void> {
    await unlockAbandonedJobs(sql);
    await unlockUnheardJobs(sql, worker.poolIds(), worker.heldJobs());
    const overdue = (await overdueLanes(sql)) as Lane[];
    trouble.only(overdue);
    for (const lane of overdue) {
      await lanes
        .wake(lane)
        .catch((cause: unknown) => log.warn({ err: cause, lane }, "an overdue lane was not taken up"));
    }
  }

  async function repeat(step: () => Promise<void>, complaint: string): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(untilSharedWake(BEAT_MS), stopping.signal);
      if (!stopping.signal.aborted)
        await step().catch((cause: unknown) => log.warn({ err: cause }, complaint));
    }
  }

  await beatOnce();
  await sweepOnce();
  const beating = repeat(beatOnce, "a heartbeat failed");
  const sweeping = repeat(sweepOnce, "looking after lanes failed");
  return {
    isWell: () => worker.isRunning() && lanes.failing().length + trouble.lasting().length === 0,
    async stop() {
      stopping.abort();
      // a heartbeat under way would bring the row back
      await beating;
      await leave(sql, daemonId).catch((cause: unknown) => log.warn({ err: cause }, "leaving failed"));
      await sweeping;
    },
  };
}
