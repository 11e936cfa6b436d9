import type { Cluster } from "./cluster.ts";

export type Fault = "lost" | "switched" | "cut";

/** What one fault came to: seconds until a primary takes writes again, and without an accepted send. */
export type Happened = { fault: Fault; promotedSeconds: number; pausedSeconds: number };

/** How long a machine is lost or cut off. */
const AWAY_MS = 30_000;
/** Traffic between two faults. */
const BETWEEN_MS = 10_000;
const LOOK_MS = 100;

/** Lets a fault happen to the primary, waits until all is well again, and returns how long that took. */
export async function happen(cluster: Cluster, fault: Fault, longestPause: () => number): Promise<Happened> {
  const primary = await cluster.settled();
  longestPause();
  const startedAt = performance.now();
  const away = Bun.sleep(AWAY_MS);
  if (fault === "lost") await primary.lose();
  if (fault === "cut") primary.cut();
  if (fault === "switched") await cluster.switchOver();
  while (((await cluster.look()).primary ?? primary) === primary) await Bun.sleep(LOOK_MS);
  const promoted = performance.now() - startedAt;
  if (fault !== "switched") await away;
  if (fault === "lost") primary.start();
  if (fault === "cut") primary.mend();
  await cluster.settled();
  await Bun.sleep(BETWEEN_MS);
  return { fault, promotedSeconds: tenths(promoted), pausedSeconds: tenths(longestPause()) };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
