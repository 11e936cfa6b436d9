const EVERY_MS = 2000;
/** Where looking takes long, it is done less often: this many times as long lies between two looks. */
const SHARE = 50;

/**
 * Looks for something every two seconds; a look that fails is told, and made again. Returns how to stop, which waits
 * for the look that is under way.
 */
export function lookRegularly(
  look: () => Promise<void>,
  failed: (cause: unknown) => void,
): () => Promise<void> {
  const stopped = Promise.withResolvers<void>();
  let stopping = false;

  async function lookOn(): Promise<void> {
    let took = 0;
    while (true) {
      await Promise.race([Bun.sleep(Math.max(EVERY_MS, took * SHARE)), stopped.promise]);
      if (stopping) return;
      const began = performance.now();
      await look().catch(failed);
      took = performance.now() - began;
    }
  }

  const looking = lookOn();
  return async () => {
    stopping = true;
    stopped.resolve();
    await looking;
  };
}
