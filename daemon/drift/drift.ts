import type { Logger } from "pino";
import type { DriftCount, DriftSource } from "../../db/health/drift.ts";
import { beginningOf } from "../lib/characters.ts";

/** What came in that nobody reads, counted by its shape: names alone, never what was in it. */
export type Drift = {
  /** Counts one. Costs a look into a map; it is stored later. */
  note(source: DriftSource, shape: string): void;
  /** What this process counted since it began, for metrics. */
  counts(): readonly Pick<DriftCount, "source" | "shape" | "count">[];
  /** Stores what was counted and was not stored yet. */
  stop(): Promise<void>;
};

/** Shapes of one source that are told apart; all others count as one. */
export const MOST_SHAPES = 200;
const LONGEST_SHAPE = 200;
/** The shape of those beyond. */
export const OTHERS = "others";
/** What is new is stored soon, and counts that only grew later. */
const SOON_MS = 2000;
const LATER_MS = 60_000;

/** Counts in memory; `store` adds counts to those that are stored. */
export function createDrift(store: (counts: readonly DriftCount[]) => Promise<void>, log: Logger): Drift {
  const seen = new Map<DriftSource, Map<string, number>>();
  let waiting = new Map<string, DriftCount>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let storing: Promise<void> = Promise.resolve();

  function schedule(inMs: number): void {
    const at = performance.now() + inMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void storeWaiting(), inMs).unref();
  }

  /** Tries again later, with what came meanwhile, if it fails. */
  function storeWaiting(): Promise<void> {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    storing = storing.then(async () => {
      const counts = [...waiting.values()];
      waiting = new Map();
      if (counts.length === 0) return;
      await store(counts).catch((cause: unknown) => {
        log.warn({ err: cause }, "what nobody reads was not counted yet; tried again");
        for (const count of counts) add(count);
        schedule(LATER_MS);
      });
    });
    return storing;
  }

  function add({ source, shape, count, first, last }: DriftCount): void {
    const key = `${source} ${shape}`;
    const known = waiting.get(key);
    if (known === undefined) waiting.set(key, { source, shape, count, first, last });
    else {
      known.count += count;
      known.first = Math.min(known.first, first);
      known.last = Math.max(known.last, last);
    }
  }

  return {
    note(source, given) {
      const shapes = seen.get(source) ?? new Map<string, number>();
      seen.set(source, shapes);
      const named = beginningOf(given, LONGEST_SHAPE);
      const shape = shapes.has(named) || shapes.size < MOST_SHAPES ? named : OTHERS;
      const before = shapes.get(shape) ?? 0;
      shapes.set(shape, before + 1);
      const now = Date.now();
      add({ source, shape, count: 1, first: now, last: now });
      schedule(before === 0 ? SOON_MS : LATER_MS);
    },
    counts: () =>
      [...seen].flatMap(([source, shapes]) =>
        [...shapes].map(([shape, count]) => ({ source, shape, count })),
      ),
    stop: storeWaiting,
  };
}
