import type { QueryClient } from "@tanstack/react-query";
import {
  addOld,
  CONVERSATIONS,
  COSTS,
  COUNTS,
  type Due,
  isOld,
  nothingDue,
  OVERVIEW,
  REPORTS,
  TRAFFIC,
} from "./old.ts";
import type { LiveEvent } from "./reader.ts";

/** Events come in bursts: what they made old is read once for all of a moment. */
const GATHER_MS = 250;
/** What counts everything is read less often: so long after what makes it old, and after it was read. */
const SLOW_MS: Readonly<Record<string, number>> = {
  [REPORTS.path]: 1000,
  [OVERVIEW.path]: 2000,
  [COUNTS.path]: 3000,
  [TRAFFIC.path]: 8000,
  [COSTS.path]: 8000,
};

/** What everybody who works here has open: while much happens, a pause after each reading. */
const REST_MS: Readonly<Record<string, number>> = { [CONVERSATIONS.path]: 2000 };

/** Of the time that goes by while much happens, one part in this many is spent on reading again. */
const SHARE = 5;

/** Makes the function that takes events, and has what they made old read again where it is shown. */
export function createChanges(client: QueryClient): (event: LiveEvent) => void {
  const due = new Map<string, Due>();
  const reading = new Set<string>();

  /** Reads again what is old below a path; what becomes old meanwhile is next, after a rest. */
  async function flush(path: string): Promise<void> {
    const wanted = due.get(path) ?? nothingDue();
    due.delete(path);
    reading.add(path);
    const startedAt = performance.now();
    await client.invalidateQueries({
      predicate: ({ queryKey }) => isOld(queryKey, path, wanted),
      // a tab that nobody sees reads when it is seen; but its title says how many wait
      refetchType: document.hidden && path !== COUNTS.path ? "none" : "active",
    });
    const took = performance.now() - startedAt;
    setTimeout(goOn, Math.max(REST_MS[path] ?? SLOW_MS[path] ?? 0, (SHARE - 1) * took), path);
  }

  function goOn(path: string): void {
    reading.delete(path);
    if (due.has(path)) void flush(path);
  }

  return (event) => {
    for (const path of addOld(due, event))
      if (!reading.has(path)) setTimeout(flush, spread(SLOW_MS[path] ?? GATHER_MS), path);
  };
}

/** Everybody hears of an event at once: they don't all read at once. */
function spread(ms: number): number {
  return ms * (1 + Math.random());
}
