import type { Signal } from "../lib/signal.ts";
import { type Calls, createCalls } from "./calls.ts";
import { createKeyedQueue, type KeyedQueue } from "./keyed-queue.ts";
import type { LaneItem, Look, OpenLane } from "./lane.ts";
import { PRIORITIES } from "./priorities.ts";
import { createTurns, type Turns } from "./turns.ts";

/** What the owner of a drain passes to it. */
export type DrainControl = {
  /** Raised when new work may be there. */
  signal: Signal;
  /** Aborted when the daemon stops: nothing new starts, running calls are finished. */
  stopping: AbortSignal;
  /** Aborted when the stop takes too long: running calls are abandoned, their outcome unknown. */
  deadline: AbortSignal;
  /** Called now and then while results wait, with the reason they cannot be written. */
  complain(cause: unknown): void;
  /** Items that were handed over, where nothing else can be due: they start without a look at the lane. */
  fresh?: readonly LaneItem[];
};

/** Rows read ahead for each concurrent call. */
const READ_AHEAD = 4;
/** A longer wait is written to the database instead of being held in memory. */
const LONGEST_WAIT_MS = 1000;
/** While calls are running, how often the drain looks for newly due rows. */
const LOOK_EVERY_MS = 500;
/** While enough rows are read ahead, how often the drain looks for more urgent ones. */
const LOOK_FOR_URGENT_MS = 200;

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
  const reading = { hasBegun: false };
  const calls = createCalls(lane, queue, control, () => reading.hasBegun);
  try {
    return await drainWith(lane, queue, calls, reading, control);
  } finally {
    await calls.settled();
  }
}

async function drainWith<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  queue: KeyedQueue<Item>,
  calls: Calls<Item>,
  reading: { hasBegun: boolean },
  { signal, stopping, fresh }: DrainControl,
): Promise<boolean> {
  const turns = createTurns<Item>();
  let wasDue = false;
  let look = !(await take(lane, queue, fresh));
  let lookedAt = Number.NEGATIVE_INFINITY;
  while (true) {
    if (look) look = (await lane.refresh?.()) ?? true;
    const paused = stopping.aborted ? Number.POSITIVE_INFINITY : (lane.pause?.() ?? 0);
    let wait = paused;
    if (paused === 0 && (await lane.ready?.(stopping)) !== false) {
      const isLate = lane.peekEach !== undefined && performance.now() - lookedAt >= LOOK_FOR_URGENT_MS;
      if (look && (isLate || !queue.hasHeads(lane.concurrency() - calls.out()))) {
        reading.hasBegun = true;
        look = await read(lane, queue);
        lookedAt = performance.now();
      }
      wasDue ||= !queue.isEmpty();
      const start = await startDue(lane, queue, calls, turns);
      wait = start.wait;
      look ||= start.isBehind;
      if (look && calls.out() < lane.concurrency() && wait > LONGEST_WAIT_MS) continue;
    }
    const nothingSoon = wait > LONGEST_WAIT_MS && (paused > LONGEST_WAIT_MS || !look);
    if (nothingSoon && calls.idle() && !signal.hasNews()) return wasDue;
    const news = await signal.wait(Math.min(wait, LOOK_EVERY_MS));
    calls.throwIfFailed();
    look ||= news;
  }
}

/** Queues items that were handed over; false when there are none. */
async function take<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  queue: KeyedQueue<Item>,
  fresh: readonly LaneItem[] = [],
): Promise<boolean> {
  if (fresh.length === 0 || lane.meet === undefined || (await lane.refresh?.()) === false) return false;
  queue.add(await lane.meet(fresh as Item[]));
  return true;
}

/** Reads due rows into the queue; true when there may be more of them. */
async function read<Item extends LaneItem, Result>(lane: OpenLane<Item, Result>, queue: KeyedQueue<Item>) {
  const limit = lane.concurrency() * READ_AHEAD;
  if (lane.peekEach !== undefined) return await readEach(lane.peekEach, queue, limit);
  const items = await lane.peek(queue.busyKeys(), limit);
  queue.add(items);
  return items.length === limit;
}

/** The same, of each priority of which there are few. */
async function readEach<Item extends LaneItem>(
  peekEach: (looks: readonly Look[]) => Promise<Item[]>,
  queue: KeyedQueue<Item>,
  limit: number,
) {
  const few = PRIORITIES.filter((priority) => queue.count(priority) < limit / 2);
  if (few.length === 0) return true;
  const items = await peekEach(
    few.map((priority) => ({ priority, busy: queue.keysUpTo(priority), most: limit })),
  );
  const forgot = queue.add(items);
  return forgot || few.length < PRIORITIES.length || items.length >= limit;
}

/**
 * Starts what may start now. Returns the milliseconds until another queued item may start, infinity when only a result
 * or new work can change that; and whether an item that was handed over turned out to be behind others.
 */
async function startDue<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  queue: KeyedQueue<Item>,
  calls: Calls<Item>,
  turns: Turns<Item>,
): Promise<{ wait: number; isBehind: boolean }> {
  if (calls.out() >= lane.concurrency()) return { wait: Number.POSITIVE_INFINITY, isBehind: false };
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
  if (deferred.length > 0) await lane.defer(deferred);
  const started = chosen.length > 0 ? await lane.start(chosen) : [];
  // by key, of which each has one item here: the same item may be there under the key before, too
  const startedKeys = new Set(started.map(({ orderKey }) => orderKey));
  const refused = chosen.filter(({ orderKey }) => !startedKeys.has(orderKey));
  for (const { orderKey } of refused) queue.end(orderKey);
  calls.begin(started);
  return { wait: soonest, isBehind: refused.some(({ isFresh }) => isFresh === true) };
}
