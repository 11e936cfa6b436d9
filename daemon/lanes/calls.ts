import { isDatabaseAway, isLostToAnother } from "../../db/away.ts";
import type { Agenda } from "./agenda.ts";
import type { Bell } from "./bell.ts";
import type { LaneItem, OpenLane } from "./lane.ts";

/** The calls of one drain that are out, and the writing of their results. */
export type Calls<Item> = {
  /** Makes a call for each item. */
  begin(items: readonly Item[]): void;
  /** How many calls are out; results that cannot be written fast enough count as such. */
  out(): number;
  /** No call is out and every result is written. */
  idle(): boolean;
  /** Throws what the writing of results threw. */
  throwIfFailed(): void;
};

type Finished<Item, Result> = { item: Item; result: Result };

/**
 * Runs calls side by side and writes their results together: results that come
 * in while a write is under way share the next one. The bell rings at each
 * result and after each write. While the database is away, results wait for it:
 * each is worth more than the memory it takes.
 */
export function createCalls<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  agenda: Agenda<Item>,
  bell: Bell,
  deadline: AbortSignal,
): Calls<Item> {
  let out = 0;
  let finished: Finished<Item, Result>[] = [];
  let writing = false;
  let failure: { cause: unknown } | null = null;

  async function call(item: Item): Promise<void> {
    const result = await lane.run(item, deadline);
    out -= 1;
    finished.push({ item, result });
    bell.ring(lane.independent !== true);
    if (!writing) await writeAll();
  }

  async function writeAll(): Promise<void> {
    writing = true;
    while (finished.length > 0) {
      if (lane.gather !== undefined && out > 0) await Bun.sleep(lane.gather);
      const batch = finished;
      finished = [];
      await untilWritten(() => lane.finish(batch.map((one) => one.result)), deadline);
      for (const { item, result } of batch) {
        if (lane.holds?.(result) === true) agenda.forget(item.orderKey);
        agenda.end(item.orderKey);
      }
      bell.ring(lane.independent !== true);
    }
    writing = false;
  }

  return {
    begin(items) {
      for (const item of items) {
        out += 1;
        call(item).catch((cause: unknown) => {
          failure = { cause };
          bell.ring(lane.independent !== true);
        });
      }
    },
    out: () => out + Math.max(0, finished.length - MOST_UNWRITTEN),
    idle: () => out === 0 && finished.length === 0 && !writing,
    throwIfFailed() {
      if (failure !== null) throw failure.cause;
    },
  };
}

const WRITE_AGAIN_AFTER = 250;
/** Results beyond these hold up new calls: memory does not grow with a database that is slow. */
const MOST_UNWRITTEN = 500;

async function untilWritten(write: () => Promise<void>, deadline: AbortSignal): Promise<void> {
  while (true) {
    try {
      return await write();
    } catch (cause) {
      const mayPass = isDatabaseAway(cause) || isLostToAnother(cause);
      if (!mayPass || deadline.aborted) throw cause;
      await Bun.sleep(WRITE_AGAIN_AFTER);
    }
  }
}
