import { createSignal, type Signal } from "../lib/signal.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { LaneItem, OpenLane } from "./lane.ts";
import { createResultWriter } from "./results.ts";

/** The running calls of one drain, and the writing of their results. */
export type Calls<Item> = {
  /** Makes a call for each item. */
  begin(items: readonly Item[]): void;
  /**
   * How many calls are running. Results beyond a limit that wait to be written count as
   * running; infinity while none can be written.
   */
  out(): number;
  /** Whether no call is running and every result is written. */
  idle(): boolean;
  /** Throws the error that writing results threw. */
  throwIfFailed(): void;
  /** From now on, no result waits to be written with others. */
  hurry(): void;
  /** Resolves when no call is running and every result is written, or when the deadline ended the writing. */
  settled(): Promise<void>;
};

/** The part of a drain's control that its calls use. */
export type CallControl = {
  signal: Signal;
  deadline: AbortSignal;
  complain(cause: unknown): void;
};

/** `by`: when it is written at the latest, by the monotonic clock. */
type Finished<Item, Result> = { item: Item; result: Result; by: number };

/**
 * Runs calls concurrently and writes their results in batches: results that arrive during a
 * write share the next one, and those that may wait are gathered before. The signal is raised at each result and, with news, after each
 * write that may have made something due: what was left out, because `isRead`, when the lane was read, or
 * what a result puts off. While the database takes no results, they wait and no new call starts.
 */
export function createCalls<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  queue: KeyedQueue<Item>,
  { signal, deadline, complain }: CallControl,
  isRead: () => boolean,
): Calls<Item> {
  const writer = createResultWriter(lane, deadline, complain);
  let out = 0;
  let finished: Finished<Item, Result>[] = [];
  let writing = false;
  let failure: { cause: unknown } | null = null;
  const arrivals = createSignal();
  let isHurried = false;

  async function call(item: Item): Promise<void> {
    const result = await lane.run(item, deadline);
    out -= 1;
    finished.push({ item, result, by: performance.now() + (lane.patience?.(result, item) ?? 0) });
    arrivals.raise();
    // there is room for another; nothing more is due before the result is written
    signal.raise(false);
    if (!writing) await writeAll();
  }

  async function untilGathered(): Promise<void> {
    while (!isHurried && finished.length < MOST_GATHERED) {
      const left = Math.min(...finished.map(({ by }) => by)) - performance.now();
      if (left <= 0) return;
      await arrivals.wait(left);
    }
  }

  async function writeAll(): Promise<void> {
    writing = true;
    while (finished.length > 0) {
      await untilGathered();
      const batch = finished;
      finished = [];
      await writer.write(batch.map((one) => one.result));
      for (const { item, result } of batch) {
        if (lane.holds?.(result) === true) queue.forget(item.orderKey);
        if (lane.keepsPlace?.(result) === true) queue.clear();
        queue.end(item.orderKey);
      }
      const isPutOff = batch.some(({ result }) => lane.holds?.(result) === true);
      signal.raise(lane.independent !== true && (isRead() || isPutOff));
    }
    writing = false;
  }

  function hurry(): void {
    isHurried = true;
    arrivals.raise();
  }

  const idle = () => out === 0 && finished.length === 0 && !writing;

  return {
    begin(items) {
      for (const item of items) {
        out += 1;
        call(item).catch((cause: unknown) => {
          failure = { cause };
          signal.raise(lane.independent !== true);
        });
      }
    },
    out() {
      if (writer.isHeldUp()) return Number.POSITIVE_INFINITY;
      return out + Math.max(0, finished.length - MOST_UNWRITTEN);
    },
    idle,
    throwIfFailed() {
      if (failure !== null) throw failure.cause;
    },
    hurry,
    async settled() {
      hurry();
      while (!idle() && failure === null) await signal.wait(LOOK_MS);
    },
  };
}

/** So many results are written without waiting for more. */
const MOST_GATHERED = 100;
/** Beyond this many unwritten results no new call starts, so that a slow database does not fill memory. */
const MOST_UNWRITTEN = 500;
/** How often `settled` checks while no signal is raised. */
const LOOK_MS = 500;
