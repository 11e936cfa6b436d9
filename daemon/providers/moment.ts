/** As far as the clocks of daemons and platforms may be from each other. */
const ASIDE_MS = 3600_000;

/**
 * The time of an event that a platform reports, in seconds since 1970, as text or number. Now if it is no time, or in
 * the future: a window that such a message opened would never close.
 */
export function momentOf(seconds: unknown): Date {
  const at = Number(seconds) * 1000;
  const now = Date.now();
  return at > 0 && at < now + ASIDE_MS ? new Date(at) : new Date(now);
}
