const LEAST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Less than a test may take, so that its failure says what was waited for. */
const PATIENCE_MS = 25_000;

/** Waits until something is so; fails after 25 s, with the words of `isSo`. A test of `LONG_MS` may wait longer. */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  if (!(await lookUntil(isSo, (found) => found, patienceMs))) throw new Error(`it is still not so: ${isSo}`);
}

/** The result of `find`, as soon as there is one; `what` names it in the error. Fails after 25 s. */
export async function eventually<Found>(
  what: string,
  find: () => Promise<Found | null | undefined | false>,
  patienceMs = PATIENCE_MS,
): Promise<Found> {
  const found = await lookUntil(find, isFound, patienceMs);
  if (!isFound(found)) throw new Error(`there is still no ${what}`);
  return found;
}

/**
 * Looks again and again until it sees enough or its patience ends, and returns what it saw last. A look that takes long
 * is not repeated soon: on a busy machine, what is waited for needs the processors more.
 */
export async function lookUntil<Seen>(
  look: () => Seen | Promise<Seen>,
  isEnough: (seen: Seen) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Seen> {
  const giveUpAt = performance.now() + patienceMs;
  while (true) {
    const startedAt = performance.now();
    const seen = await look();
    if (isEnough(seen) || startedAt > giveUpAt) return seen;
    const pause = 4 * (performance.now() - startedAt);
    await Bun.sleep(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pause)));
  }
}

function isFound<Found>(found: Found | null | undefined | false): found is Found {
  return found !== null && found !== undefined && found !== false;
}
