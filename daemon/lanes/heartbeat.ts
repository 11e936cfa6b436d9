import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { type Beat, beat, leave } from "../../db/lanes/daemons.ts";
import { type Found, lookAround } from "../../db/maintenance/look-around.ts";
import { createUnlessBusy } from "../lib/serial.ts";
import { sleep, untilSharedWake } from "../lib/sleep.ts";
import { createAbsence } from "./absence.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import { createTrouble } from "./trouble.ts";
import type { Worker } from "./worker.ts";

const LOOK_MS = 2000;
/** Every this many looks, it looks for work whose wake-up was lost, too. */
const LOOKS_A_PATIENT_ONE = 5;
/** Where looking for due work takes long, it is done less often: this many times as long lies between two looks. */
const SHARE = 50;
/** No longer: that one look took long, because the machine or the database stood still, says little of the next. */
const LONGEST_REST_MS = 10_000;

export type Heartbeat = {
  /** Whether jobs run, no drain keeps failing, and no lane has had due work for long without an owner. */
  isWell(): boolean;
  stop(): Promise<void>;
};

export type HeartbeatOptions = {
  sql: Sql;
  daemonId: string;
  /** The daemon's own facts. */
  about: Omit<Beat, "workerPools">;
  worker: Worker;
  lanes: Lanes;
  /** The platforms whose channels this daemon asks about; null where due work is for others. */
  platforms: readonly string[] | null;
  /** Takes what was found that is not for lanes. */
  onFound(found: Found): void;
  log: Logger;
};

/**
 * Looks around every two seconds, in one statement, which is also the daemon's heartbeat: it frees what dead daemons had
 * taken, resumes this daemon's lanes that were dropped while the database was down, and finds all that has no
 * notification. If that fails, the heartbeat is written alone. Just after the database was away, no daemon is taken for
 * gone. Every ten seconds it also looks for lanes and jobs whose wake-up was lost: a job can stay locked by a broken
 * connection. The first look is done when it returns.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { sql, daemonId, worker, lanes, platforms, onFound, log } = options;
  const stopping = new AbortController();
  const trouble = createTrouble();
  const absence = createAbsence();
  const complain = (cause: unknown) => log.warn({ err: cause }, "looking after lanes failed");
  // no heartbeat waits for the lanes
  const taking = createUnlessBusy(() => takeUp(latest), complain);
  let latest: Pick<Found, "owned" | "overdue"> = { owned: [], overdue: null };
  let looks = 0;
  let dueFrom = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const began = performance.now();
    const about = { ...options.about, workerPools: worker.poolIds() };
    const forDue = began >= dueFrom;
    const found = await lookAround(sql, daemonId, about, {
      heldJobs: worker.heldJobs(),
      platforms: forDue ? platforms : null,
      sweeps: !absence.isRecent(began),
      patiently: looks % LOOKS_A_PATIENT_ONE === 0,
    }).catch(async (cause: unknown) => {
      await beat(sql, daemonId, about);
      throw cause;
    });
    looks += 1;
    const endedAt = performance.now();
    absence.beat(endedAt);
    if (forDue) dueFrom = endedAt + restAfter(found.dueMs);
    for (const daemon of found.gone) log.info({ daemon }, "a daemon is gone; its lanes move on");
    onFound(found);
    if (found.overdue !== null) trouble.only(found.overdue as Lane[]);
    latest = found;
    taking.begin();
  }

  async function takeUp({ owned, overdue }: Pick<Found, "owned" | "overdue">): Promise<void> {
    await lanes.resume(owned);
    for (const lane of (overdue ?? []) as Lane[]) {
      await lanes
        .wake(lane)
        .catch((cause: unknown) => log.warn({ err: cause, lane }, "an overdue lane was not taken up"));
    }
  }

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(untilSharedWake(LOOK_MS), stopping.signal);
      if (!stopping.signal.aborted) await look().catch(complain);
    }
  }

  await look();
  await taking.done();
  const looking = lookOn();
  return {
    isWell: () => worker.isRunning() && lanes.failing().length + trouble.lasting().length === 0,
    async stop() {
      stopping.abort();
      // a heartbeat under way would bring the row back
      await looking;
      await leave(sql, daemonId).catch((cause: unknown) => log.warn({ err: cause }, "leaving failed"));
      await taking.done();
    },
  };
}

/** For how long due work is not looked for after a look that took so long, in milliseconds. */
export function restAfter(tookMs: number): number {
  return Math.min(tookMs * SHARE, LONGEST_REST_MS);
}
