import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { claimLane, type LaneKey, planLane, releaseLane } from "../../db/lanes/lanes.ts";
import { createSignal, type Signal } from "../lib/signal.ts";
import { drain } from "./drain.ts";
import { keyOf, type Lane, type LaneItem, type LaneKind, type LaneWork, type OpenLane } from "./lane.ts";
import { createTrouble, type Trouble } from "./trouble.ts";
import { counting, type Unfinished } from "./unfinished.ts";

export type Lanes = {
  /** Drains a lane if this daemon serves such lanes and can have it; resolves once that is settled, not when it is drained. */
  wake(lane: Lane): Promise<void>;
  /** Tells the drain of a lane that work arrived, if this daemon drains it. */
  notify(lane: Lane): void;
  /** The same, with the items that were just committed, if any are due: where the drain rests, they start unread. */
  handOver(lane: Lane, items: () => LaneItem[]): void;
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

/** A due time nearer than this is waited for within the drain. */
const NEAR = 1000;
/** While items are due but none can start, the first wait before looking again; later waits grow. */
const LEAST_WAIT_MS = 10;
/** How long a drained lane is kept: claiming it again costs more than a notification. */
const LINGER_MS = 1000;
/** Looks planned within this time also get a timer here: the job runner only polls for jobs that become due. */
const TIMED = 60_000;

type Open = OpenLane<LaneItem, unknown>;

/**
 * A lane this daemon owns. `wakes` counts its wake-ups, so that none is lost while the lane is being released. `fresh`
 * is what woke its drain, item by item, from a rest; null while it does not rest, or something else woke it.
 */
type Owned = { signal: Signal; wakes: number; fresh: LaneItem[] | null; unfinished: Unfinished };

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
  const owned = new Map<string, Owned>();
  const drains = new Set<Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  const deadline = new AbortController();

  /** False when nothing drains the lane here. */
  function notify(lane: Lane): boolean {
    const running = owned.get(keyOf(lane));
    if (running === undefined) return false;
    running.fresh = null;
    raise(running);
    return true;
  }

  function raise(running: Owned): void {
    running.wakes += 1;
    running.signal.raise();
  }

  async function wake(lane: Lane): Promise<void> {
    if (notify(lane) || stopping.signal.aborted || !serves(lane)) return;
    const key = keyOf(lane);
    const taken: Owned = { signal: createSignal(), wakes: 0, fresh: null, unfinished: { calls: 0 } };
    owned.set(key, taken);
    const claimed = await claimLane(sql, lane, daemonId).catch((cause: unknown) => {
      owned.delete(key);
      throw cause;
    });
    if (!claimed) owned.delete(key);
    else track(work(lane, taken));
  }

  function track(running: Promise<void>): void {
    drains.add(running);
    void running.finally(() => drains.delete(running));
  }

  async function work(lane: Lane, taken: Owned): Promise<void> {
    let seen = 0;
    let failure: { cause: unknown } | null = null;
    try {
      do {
        seen = taken.wakes;
        await drainUntilLater(lane, taken);
        trouble.ends(lane);
        // while stopping, a look starts nothing: it plans what it sees for the next owner
      } while (!(await releaseLane(sql, lane, daemonId, { isOver: taken.unfinished.calls === 0 })));
    } catch (cause) {
      failure = { cause };
    }
    owned.delete(keyOf(lane));
    if (failure !== null) {
      trouble.begins(lane);
      complain(lane, failure.cause);
    }
    if (taken.wakes !== seen) await wake(lane).catch((cause: unknown) => complain(lane, cause));
  }

  /** Nothing is lost: the heartbeat looks for lanes that this daemon owns or in which something is due. */
  function complain(lane: Lane, cause: unknown): void {
    if (isDisconnected(cause)) log.warn({ lane }, "the database is away; the lane will be resumed");
    else log.error({ err: cause, lane }, "draining a lane failed; it will be resumed");
  }

  /**
   * Drains until nothing is due soon and no work has arrived for a moment, then plans a look
   * for what is due later.
   */
  async function drainUntilLater(lane: Lane, taken: Owned): Promise<void> {
    let least = LEAST_WAIT_MS;
    let kept: Open | null = null;
    while (true) {
      const open: Open | null = kept ?? (await openCounted(lane, taken));
      if (open === null) return;
      const { wakes } = taken;
      const fresh = taken.fresh ?? [];
      taken.fresh = null;
      const wasDue = await drain<LaneItem, unknown>(open, {
        signal: taken.signal,
        stopping: stopping.signal,
        deadline: deadline.signal,
        fresh,
        complain: (cause) =>
          log.error({ err: cause, lane }, "results of a lane could not be written; they wait"),
      });
      if (open === kept && !wasDue) {
        // what the lane is for may be gone, or its pause over: only opening it shows that
        kept = null;
        continue;
      }
      const due = await open.nextDue();
      const asked = performance.now();
      const wait = due === null ? null : Math.max(due, open.pause?.() ?? 0);
      const soon = wait !== null && wait <= NEAR;
      if (!soon && taken.wakes === wakes) taken.fresh = [];
      await untilWoken(taken, wakes, soon ? Math.max(wait, least) : LINGER_MS);
      least = wait === 0 ? Math.min(least * 2, NEAR) : LEAST_WAIT_MS;
      kept = open.keepsUpToDate === true ? open : null;
      if (!stopping.signal.aborted && (soon || taken.wakes !== wakes)) continue;
      taken.fresh = null;
      if (wait !== null) await plan(lane, Math.max(0, wait - (performance.now() - asked)));
      return;
    }
  }

  async function openCounted(lane: Lane, { unfinished }: Owned): Promise<Open | null> {
    const open: Open | null = await works[lane.kind].open(lane);
    return open === null ? null : counting(open, unfinished);
  }

  /** Waits for so many milliseconds, or until the lane has been woken more often than `wakes` says: results raise its signal, too. */
  async function untilWoken(taken: Owned, wakes: number, milliseconds: number): Promise<void> {
    const endsAt = performance.now() + milliseconds;
    let left = milliseconds;
    while (left > 0 && taken.wakes === wakes && !stopping.signal.aborted) {
      await taken.signal.wait(left);
      left = endsAt - performance.now();
    }
  }

  /** Plans a look durably, and times it here when it is near. */
  async function plan(lane: Lane, wait: number): Promise<void> {
    await planLane(sql, lane, wait);
    if (wait > TIMED || stopping.signal.aborted) return;
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
    notify: (lane) => void notify(lane),
    handOver(lane, items) {
      const running = owned.get(keyOf(lane));
      const made = running?.fresh == null ? [] : items();
      if (running?.fresh == null || made.length === 0) return void notify(lane);
      running.fresh.push(...made);
      raise(running);
    },
    async resume(lanes) {
      trouble.keep(lanes);
      for (const lane of lanes) if (!owned.has(keyOf(lane))) await wake(lane as Lane);
    },
    async stop(milliseconds) {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      for (const { signal } of owned.values()) signal.raise();
      const timer = setTimeout(() => deadline.abort(), milliseconds);
      await Promise.all(drains);
      clearTimeout(timer);
    },
    active: () => owned.size,
    failing: trouble.lasting,
  };
}
