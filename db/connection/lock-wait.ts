/**
 * How long anything that changes tables waits for a lock: readers and writers of such a table queue behind it
 * meanwhile, so it gives up and comes back.
 */
export const LOCK_WAIT = "200ms";

/**
 * Whether a lock was not available in that time, or was given up to let another go first: the
 * work must be retried later.
 */
export function isLockedOut(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return code === "55P03" || code === "40P01" || isLockedOut(cause.cause);
}
