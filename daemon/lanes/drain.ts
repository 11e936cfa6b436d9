import type { Signal } from "../lib/signal.ts";
import { type Calls, createCalls } from "./calls.ts";
import { createKeyedQueue, type KeyedQueue } from "./keyed-queue.ts";
import type { LaneItem, OpenLane } from "./lane.ts";
import { hasLooked, nothingSeen, readAhead, type Seen } from "./read-ahead.ts";
import { LONGEST_WAIT_MS, next, type Turn } from "./turn.ts";
import { createTurns, type Turns } from "./turns.ts";

/** The owner's control of a drain. */
export type DrainControl = {
  /** Raised when new work may be there. */
  signal: Signal;
  /** Aborted when the daemon stops: nothing new starts, running calls are finished. */
  stopping: AbortSignal;
  /** Aborted when the stop takes too long: running calls are abandoned, their outcome unknown. */
  deadline: AbortSignal;
  /** Called now and then while results wait, with the reason they cannot be written. */
  complain(cause: unknown): void;
  /** Items that were begun as they were made: they are called at once. */
  begun?: readonly LaneItem[];
  /** Whether nothing can be due but those: then nobody looks at the lane first. */
  isQuiet?: boolean;
};

/** A drain at work. */
type Work<Item extends LaneItem, Result> = {
  lane: OpenLane<Item, Result>;
  control: DrainControl;
  queue: KeyedQueue<Item>;
  calls: Calls<Item>;
  turns: Turns<Item>;
  seen: Seen;
};

/**
 * Drains a lane until nothing is due and no call is running, or until it is stopped; returns whether anything was
 * due. Items of one key go in order, one at a time; keys go concurrently, the more urgent first. Throws the database's
 * errors, but only after the results of running calls are written: otherwise the next owner of the lane
 * would make those calls again.
 */
export async function drain<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  control: DrainControl,
): Promise<boolean> {
  const queue = createKeyedQueue<Item>();
  const seen = nothingSeen();
  const calls = createCalls(lane, queue, control, () => hasLooked(seen));
  try {
    callBegun(queue, calls, control.begun as readonly Item[] | undefined);
    seen.mayBeMore = control.isQuiet !== true;
    seen.wasDue = (control.begun ?? []).length > 0;
    await takeTurns({ lane, control, queue, calls, turns: createTurns<Item>(), seen });
    return seen.wasDue;
  } finally {
    await calls.settled();
  }
}

function callBegun<Item extends LaneItem>(
  queue: KeyedQueue<Item>,
  calls: Calls<Item>,
  begun: readonly Item[] = [],
): void {
  for (const item of begun) queue.begin(item);
  calls.begin(begun);
}

/** Takes turns until nothing can follow; see `next`. */
async function takeTurns<Item extends LaneItem, Result>(work: Work<Item, Result>): Promise<void> {
  while (true) {
    const following = next(await takeTurn(work));
    if (following === "end") return;
    if (following === "turn") continue;
    const hasNews = await work.control.signal.wait(following);
    work.calls.throwIfFailed();
    work.seen.mayBeMore ||= hasNews;
  }
}

async function takeTurn<Item extends LaneItem, Result>(work: Work<Item, Result>): Promise<Turn> {
  const { lane, queue, calls, seen } = work;
  const { stopping, signal } = work.control;
  if (stopping.aborted) calls.hurry();
  if (seen.mayBeMore) seen.mayBeMore = (await lane.refresh?.()) ?? true;
  const paused = stopping.aborted ? Number.POSITIVE_INFINITY : (lane.pause?.() ?? 0);
  let wait = paused;
  if (paused === 0 && (await lane.ready?.(stopping)) !== false) {
    await readAhead(lane, queue, seen, lane.concurrency() - calls.out());
    wait = await startDue(work);
  }
  return {
    ...{ paused, wait, mayBeMore: seen.mayBeMore, hasRoom: calls.out() < lane.concurrency() },
    ...{ isIdle: calls.idle(), hasNews: signal.hasNews() },
  };
}

/**
 * Starts what may start now. Returns the milliseconds until another queued item may start, infinity when only a result
 * or new work can change that.
 */
async function startDue<Item extends LaneItem, Result>(work: Work<Item, Result>): Promise<number> {
  const { lane, queue, calls } = work;
  if (calls.out() >= lane.concurrency()) return Number.POSITIVE_INFINITY;
  const { chosen, deferred, soonest } = choose(work);
  if (deferred.length > 0) await lane.defer(deferred);
  const started = chosen.length > 0 ? await lane.start(chosen) : [];
  // by key, of which each has one item here: the same item may be there under the key before, too
  const startedKeys = new Set(started.map(({ orderKey }) => orderKey));
  const refused = chosen.filter(({ orderKey }) => !startedKeys.has(orderKey));
  for (const { orderKey } of refused) queue.end(orderKey);
  calls.begin(started);
  return soonest;
}

/** Takes from the queue what may start now, and what has to wait so long that it is put off. */
function choose<Item extends LaneItem, Result>({ lane, queue, calls, turns }: Work<Item, Result>) {
  const chosen: Item[] = [];
  const deferred: { item: Item; wait: number }[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  turns.offer(queue.heads(), (item) => {
    if (calls.out() + chosen.length >= lane.concurrency()) return "full";
    const wait = lane.delay(item);
    if (wait === 0) {
      queue.begin(item);
      chosen.push(item);
      return "goes";
    }
    if (wait > LONGEST_WAIT_MS) {
      queue.forget(item.orderKey);
      deferred.push({ item, wait });
    } else soonest = Math.min(soonest, wait);
    return "waits";
  });
  return { chosen, deferred, soonest };
}
