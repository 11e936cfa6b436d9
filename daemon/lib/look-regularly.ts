import { sleep, untilSharedWake } from "./sleep.ts";

const EVERY_MS = 2000;
/** Where looking takes long, it is done less often: this many times as long lies between two looks. */
const SHARE = 50;
/** No longer: that one look took long, because the machine or the database stood still, says little of the next. */
const LONGEST_MS = 10_000;

/** How long to wait for the next look, in milliseconds, after one that took so long. */
export function untilNextLook(lastMs: number): number {
  return Math.max(untilSharedWake(EVERY_MS), Math.min(lastMs * SHARE, LONGEST_MS));
}

/**
 * Looks for something every two seconds, and at least every ten where looking takes long; a look that fails is reported,
 * and made again. Returns how to stop, which waits for the look that is under way.
 */
export function lookRegularly(
  look: () => Promise<void>,
  failed: (cause: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();

  async function lookOn(): Promise<void> {
    let lastMs = 0;
    while (true) {
      await sleep(untilNextLook(lastMs), stopping.signal);
      if (stopping.signal.aborted) return;
      const began = performance.now();
      await look().catch(failed);
      lastMs = performance.now() - began;
    }
  }

  const looking = lookOn();
  return async () => {
    stopping.abort();
    await looking;
  };
}
