import { setTimeout } from "node:timers/promises";
import { isAboutOneRow } from "../../db/connection/connection-errors.ts";
import type { LaneItem, OpenLane } from "./lane.ts";

/** Writes the results of calls. */
export type ResultWriter<Result> = {
  /** Resolves when all of these results are written. Throws the database's error once the deadline is over. */
  write(results: readonly Result[]): Promise<void>;
  /** Whether results are waiting because the database does not take them. */
  isHeldUp(): boolean;
};

/** Milliseconds before a failed write is retried: at first, and at most. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** A failing write is reported at its first failure and about once a minute. */
const FAILURES_A_COMPLAINT = 30;

/**
 * Writes results until they are stored, because a call whose result is lost is made again. It
 * waits for whatever keeps the database from taking them (it is down, its disk is full, a lock
 * or a time limit). A result that cannot be stored as it is does not hold up the others: it is
 * written without its details.
 */
export function createResultWriter<Item extends LaneItem, Result>(
  lane: Pick<OpenLane<Item, Result>, "finish" | "reduced">,
  deadline: AbortSignal,
  complain: (cause: unknown) => void,
): ResultWriter<Result> {
  let heldUp = false;

  async function write(results: readonly Result[]): Promise<void> {
    try {
      await untilWritten(results);
    } catch (cause) {
      if (!isAboutOneRow(cause)) throw cause;
      if (results.length === 1) return await writeReduced(results, cause);
      const middle = Math.ceil(results.length / 2);
      await write(results.slice(0, middle));
      await write(results.slice(middle));
    }
  }

  /** A result that cannot be stored even so is left as if the daemon had died during the call. */
  async function writeReduced(results: readonly Result[], cause: unknown): Promise<void> {
    complain(cause);
    try {
      await untilWritten(results.map((result) => lane.reduced(result)));
    } catch (still) {
      if (!isAboutOneRow(still)) throw still;
      complain(still);
    }
  }

  async function untilWritten(results: readonly Result[]): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await lane.finish(results);
        heldUp = false;
        return;
      } catch (cause) {
        if (isAboutOneRow(cause) || deadline.aborted) throw cause;
        heldUp = true;
        if (failures % FAILURES_A_COMPLAINT === 1) complain(cause);
        await pause(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), deadline);
      }
    }
  }

  return { write, isHeldUp: () => heldUp };
}

/** Waits, but not beyond the deadline, when one last try is made at once. */
async function pause(milliseconds: number, deadline: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: deadline }).catch(() => {});
}
