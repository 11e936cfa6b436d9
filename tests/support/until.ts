const LEAST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Waits until something is so. What never comes ends the test at its own time limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await lookUntil(isSo, (found) => found);
}

/** What `find` finds, as soon as it finds something; `what` names it when it doesn't. Fails after a minute. */
export async function eventually<Found>(
  what: string,
  find: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const giveUpAt = Date.now() + 60_000;
  const found = await lookUntil(find, (one) => isFound(one) || Date.now() > giveUpAt);
  if (!isFound(found)) throw new Error(`there is still no ${what}`);
  return found;
}

/**
 * Looks again and again until it sees enough, and returns that. A look that takes long is not repeated soon: on a busy
 * machine, what is waited for needs the processors more.
 */
export async function lookUntil<Seen>(
  look: () => Seen | Promise<Seen>,
  isEnough: (seen: Seen) => boolean,
): Promise<Seen> {
  while (true) {
    const startedAt = performance.now();
    const seen = await look();
    if (isEnough(seen)) return seen;
    const pause = 4 * (performance.now() - startedAt);
    await Bun.sleep(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pause)));
  }
}

function isFound<Found>(found: Found | null | undefined | false): found is Found {
  return found !== null && found !== undefined && found !== false;
}
