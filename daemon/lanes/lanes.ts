import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { type LaneKey, planLane } from "../../db/lanes/lanes.ts";
import { keyOf, type Lane, type LaneItem, type LaneKind, type LaneWork } from "./lane.ts";
import { createOwnedLane, type Hold, type OwnedLane } from "./owned-lane.ts";
import { createTrouble, type Trouble } from "./trouble.ts";

export type Lanes = {
  /** Drains a lane if this daemon serves such lanes and can have it; resolves once that is settled, not when it is drained. */
  wake(lane: Lane): Promise<void>;
  /** Notifies the drain of a lane that work arrived, if this daemon drains it. */
  notify(lane: Lane): void;
  /** Keeps a lane at rest in which nothing is due, if this daemon has it; null where that is not so. */
  hold(lane: Lane): Hold | null;
  /**
   * Resumes those of the lanes whose rows name this daemon that it no longer drains: a drain failed while the database
   * was down. A lane that failed here and is not among them is another daemon's now, or nobody's, and counts no more.
   */
  resume(owned: readonly LaneKey[]): Promise<void>;
  /** Starts nothing new, finishes running calls within `milliseconds` and releases every lane. */
  stop(milliseconds: number): Promise<void>;
  /** How many lanes are being drained. */
  active(): number;
  /** Lanes whose drains have kept failing for a while. */
  failing(): Lane[];
};

/** The work of each kind of lane; the types of its items and results are its own. */
// biome-ignore lint/suspicious/noExplicitAny: a table of works whose items differ has no narrower type
export type Works = Record<LaneKind, LaneWork<any, any>>;

/** Looks planned within this time also get a timer here: the job runner only polls for jobs that become due. */
const TIMED_MS = 60_000;

export type LanesDependencies = {
  sql: Sql;
  daemonId: string;
  works: Works;
  /** Whether this daemon's roles let it drain a lane. */
  serves(lane: Lane): boolean;
  log: Logger;
  trouble?: Trouble;
};

/** The lanes of this daemon. One drain works on a lane at a time, in the one daemon that owns its row. */
export function createLanes(dependencies: LanesDependencies): Lanes {
  const { sql, daemonId, works, serves, log, trouble = createTrouble() } = dependencies;
  const owned = new Map<string, OwnedLane>();
  const working = new Set<Promise<void>>();
  /** Items that were to begin when the database was lost. */
  const uncalled: { lane: Lane; items: readonly LaneItem[] }[] = [];
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  const deadline = new AbortController();

  async function wake(lane: Lane): Promise<void> {
    const key = keyOf(lane);
    const known = owned.get(key);
    if (known !== undefined) return known.wake();
    if (stopping.signal.aborted || !serves(lane)) return;
    const taken = own(lane);
    owned.set(key, taken);
    let isOurs = false;
    try {
      isOurs = await taken.claim();
    } finally {
      if (!isOurs) owned.delete(key);
    }
    if (isOurs) track(work(lane, taken));
  }

  function own(lane: Lane): OwnedLane {
    return createOwnedLane(lane, {
      ...{ sql, daemonId, work: works[lane.kind], stopping: stopping.signal, deadline: deadline.signal },
      plan: (wait) => plan(lane, wait),
      isWell: () => trouble.ends(lane),
      complain: (cause) =>
        log.error({ err: cause, lane }, "results of a lane could not be written; they wait"),
    });
  }

  function track(work: Promise<void>): void {
    working.add(work);
    void work.finally(() => working.delete(work));
  }

  async function work(lane: Lane, taken: OwnedLane): Promise<void> {
    await taken.work().catch((cause: unknown) => {
      if (taken.uncalled().length > 0) uncalled.push({ lane, items: taken.uncalled() });
      trouble.begins(lane);
      complain(lane, cause);
    });
    owned.delete(keyOf(lane));
    if (taken.isWoken()) await wake(lane).catch((cause: unknown) => complain(lane, cause));
  }

  /** Has what was never called begin anew, also where another daemon has the lane now. */
  async function takeBack(): Promise<void> {
    for (let next = uncalled[0]; next !== undefined; next = uncalled[0]) {
      await works[next.lane.kind].takeBack?.(next.lane, next.items);
      uncalled.shift();
      await wake(next.lane);
    }
  }

  /** Nothing is lost: the heartbeat looks for lanes that this daemon owns or in which something is due. */
  function complain(lane: Lane, cause: unknown): void {
    if (isDisconnected(cause)) log.warn({ lane }, "the database is away; the lane will be resumed");
    else log.error({ err: cause, lane }, "draining a lane failed; it will be resumed");
  }

  /** Plans a look durably, and times it here when it is near. */
  async function plan(lane: Lane, wait: number): Promise<void> {
    await planLane(sql, lane, wait);
    if (wait > TIMED_MS || stopping.signal.aborted) return;
    const key = keyOf(lane);
    clearTimeout(timers.get(key));
    const look = () => {
      timers.delete(key);
      wake(lane).catch((cause: unknown) =>
        log.warn({ err: cause, lane }, "a timed look failed; its job follows"),
      );
    };
    timers.set(key, setTimeout(look, wait));
  }

  return {
    wake,
    notify: (lane) => owned.get(keyOf(lane))?.wake(),
    hold: (lane) => owned.get(keyOf(lane))?.hold() ?? null,
    async resume(lanes) {
      trouble.keep(lanes);
      await takeBack();
      for (const lane of lanes) if (!owned.has(keyOf(lane))) await wake(lane as Lane);
    },
    async stop(milliseconds) {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      for (const lane of owned.values()) lane.stop();
      const timer = setTimeout(() => deadline.abort(), milliseconds);
      await Promise.all(working);
      clearTimeout(timer);
    },
    active: () => owned.size,
    failing: trouble.lasting,
  };
}
