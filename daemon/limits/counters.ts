import type { WindowCount } from "../../db/organizations/limits.ts";
import { setNewest } from "../lib/bounded.ts";
import { windowAt } from "./window.ts";

/** Counts requests by subject (a key, an organisation, an address) in the current window. */
export type Counters = {
  /** Requests of a subject in this window, including what this daemon knows of other daemons' counts. */
  used(subject: string): number;
  add(subject: string, count?: number): void;
  /** The counts since the last call, to be added to the shared counts. */
  take(): WindowCount[];
  /** Takes over the shared counts of the subjects that were taken. */
  learn(counts: readonly WindowCount[]): void;
};

/** `known` is the shared count when it was last read, `own` what was counted here since. */
type Count = { number: number; known: number; own: number };

/**
 * Beyond this many subjects in a window the oldest are forgotten, so that a caller with
 * millions of addresses cannot fill the memory.
 */
const MOST_SUBJECTS = 50_000;

export function createCounters(now: () => number = Date.now): Counters {
  const counts = new Map<string, Count>();
  const waiting = new Set<string>();

  function current(subject: string): Count {
    const number = windowAt(now());
    const found = counts.get(subject);
    if (found?.number === number) return found;
    const count = { number, known: 0, own: 0 };
    const forgotten = setNewest(counts, subject, count, MOST_SUBJECTS);
    if (forgotten !== undefined) waiting.delete(forgotten);
    return count;
  }

  return {
    used(subject) {
      const { known, own } = current(subject);
      return known + own;
    },
    add(subject, count = 1) {
      current(subject).own += count;
      waiting.add(subject);
    },
    take() {
      const taken = [...waiting].flatMap((subject) => {
        const { number, own } = current(subject);
        return own === 0 ? [] : [{ subject, number, used: own }];
      });
      waiting.clear();
      for (const { subject, used } of taken) {
        const count = current(subject);
        count.own -= used;
        count.known += used;
      }
      return taken;
    },
    learn(reported) {
      for (const { subject, number, used } of reported) {
        const count = counts.get(subject);
        // requests counted here meanwhile are in `own`
        if (count?.number === number) count.known = Math.max(count.known, used);
      }
    },
  };
}
