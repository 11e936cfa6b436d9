import type { World } from "../actors/world.ts";
import type { Sample } from "../history/history.ts";

const EVERY_MS = 1000;
/** So late, the run itself was held up, and its relays may not have noticed yet which connections have ended. */
const LATE_MS = 500;

/** A daemon that waits for a processor for this share of the time gets less than it needs. */
const MOST_WAITING = 0.5;

/** Looks at what each daemon takes of the machine, until the end. */
export async function sample(world: World): Promise<void> {
  let due = performance.now();
  while (!world.isOver()) {
    const isLate = performance.now() - due > LATE_MS;
    if (!isLate) takeSamples(world);
    due = performance.now() + EVERY_MS;
    await Bun.sleep(EVERY_MS);
  }
}

function takeSamples(world: World): void {
  const { stage, history } = world;
  for (const [index, daemon] of stage.daemons.entries()) {
    const taken = daemon.measure();
    const { database, direct } = stage.relays;
    const connections = (database[index]?.count() ?? 0) + (direct[index]?.count() ?? 0);
    if (taken === null) continue;
    const before = history.samples.findLast((one) => one.daemon === daemon.name);
    const sample = { at: world.now(), daemon: daemon.name, ...taken, connections };
    const shortage = before === undefined ? null : shortageBetween(before, sample);
    if (shortage !== null) history.shortages.push(shortage);
    history.samples.push(sample);
  }
}

/** The time between two samples of a daemon, if it waited for a processor for long; one that was started anew did not. */
export function shortageBetween(one: Sample, next: Sample): { at: number; until: number } | null {
  const isShort = next.waitedMs - one.waitedMs > (next.at - one.at) * MOST_WAITING;
  return isShort ? { at: one.at, until: next.at } : null;
}
