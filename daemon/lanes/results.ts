import { setTimeout } from "node:timers/promises";
import { isAboutOneRow } from "../../db/connection/connection-errors.ts";
import type { LaneItem, OpenLane } from "./lane.ts";

/** The writing of what became of calls. */
export type ResultWriter<Result> = {
  /** Resolves when all of these are written. Throws what the database throws once the deadline is over. */
  write(results: readonly Result[]): Promise<void>;
  /** Whether results wait because the database does not take them now. */
  isHeldUp(): boolean;
};

/** Milliseconds until a write is tried again: after the first failure, and at most. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** Complaints about one write: at its first failure, and about once a minute. */
const FAILURES_A_COMPLAINT = 30;

/**
 * Writes results until they are written: a call whose result is lost is made
 * again. Whatever keeps the database from taking them (it is away, its disk is
 * full, a lock or a time limit) is waited for. A result that cannot be stored
 * as it is holds up no other: it is written without its details.
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

  /** What even then cannot be stored is left as if the daemon had died during the call. */
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

/** Waits, but not beyond the deadline: one more try is then made at once. */
async function pause(milliseconds: number, deadline: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: deadline }).catch(() => {});
}
