/** Below this many milliseconds, nothing else was waiting. */
const IDLE = 1;
/** How many times as long as its work a large job then leaves the database alone, so that sends hardly notice it. */
const COURTESY = 4;
const LONGEST = 500;

/** Lets everything that is waiting run first. Resolves to the milliseconds that took. */
export async function giveWay(): Promise<number> {
  const startedAt = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  return performance.now() - startedAt;
}

/** Pauses after work of so many milliseconds, if anything else was waiting. */
export async function stepBack(milliseconds: number): Promise<void> {
  if ((await giveWay()) > IDLE) await Bun.sleep(Math.min(milliseconds * COURTESY, LONGEST));
}
