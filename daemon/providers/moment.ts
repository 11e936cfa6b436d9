/** As far as the clocks of daemons and platforms may be from each other. */
const ASIDE_MS = 3600_000;

/**
 * When something happened that a platform tells of, in seconds since 1970, as text or number. It is now when that is no
 * time, or one that is yet to come: a window that such a message opened would never close.
 */
export function momentOf(seconds: unknown): Date {
  const at = Number(seconds) * 1000;
  const now = Date.now();
  return at > 0 && at < now + ASIDE_MS ? new Date(at) : new Date(now);
}
