const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** From so many failures in a row on, a number is only tried now and then. */
const PATIENCE = 12;
const RARELY_MS = 600_000;
const JITTER = 0.3;

/**
 * Milliseconds before a connection is tried again after so many in a row that
 * did not last: 1, 2, 4 … 60 s, from the twelfth on ten minutes; ±30 %, so that
 * many sessions don't come back at the same moment.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const waitMs =
    failures >= PATIENCE ? RARELY_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(waitMs * (1 - JITTER + 2 * JITTER * random()));
}
