/** Less than this, in milliseconds, and there was nothing else to do. */
const IDLE = 1;
/** How much longer than its work an import then leaves the database alone: sends are hardly to notice it. */
const COURTESY = 4;
const LONGEST = 500;

/** Lets everything that has come meanwhile go first. Resolves to how many milliseconds that took. */
export async function giveWay(): Promise<number> {
  const startedAt = performance.now();
  await new Promise((resolve) => setImmediate(resolve));
  return performance.now() - startedAt;
}

/** Steps back after work of so many milliseconds, when there is anything else to do. */
export async function stepBack(milliseconds: number): Promise<void> {
  if ((await giveWay()) > IDLE) await Bun.sleep(Math.min(milliseconds * COURTESY, LONGEST));
}
