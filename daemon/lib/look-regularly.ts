import { sleep, untilSharedWake } from "./sleep.ts";

const EVERY_MS = 2000;
/** Where looking takes long, it is done less often: this many times as long lies between two looks. */
const SHARE = 50;

/**
 * Looks for something every two seconds; a look that fails is reported, and made again. Returns how to stop, which waits
 * for the look that is under way.
 */
export function lookRegularly(
  look: () => Promise<void>,
  failed: (cause: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();

  async function lookOn(): Promise<void> {
    let lastMs = 0;
    while (true) {
      await sleep(Math.max(untilSharedWake(EVERY_MS), lastMs * SHARE), stopping.signal);
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
