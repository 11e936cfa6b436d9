const FIRST = 1000;
const LONGEST = 60_000;
/** From so many failures in a row on, a number is only tried now and then. */
const PATIENCE = 12;
const RARELY = 600_000;
const JITTER = 0.3;

/**
 * Milliseconds before a connection is tried again after so many in a row that
 * did not last: 1, 2, 4 … 60 s, from the twelfth on ten minutes; ±30 %, so that
 * many sessions don't come back at the same moment.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const wait = failures >= PATIENCE ? RARELY : Math.min(LONGEST, FIRST * 2 ** Math.max(0, failures - 1));
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
}
