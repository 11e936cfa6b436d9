/**
 * How long anything that changes tables waits for a lock: whoever reads or
 * writes such a table meanwhile queues behind it, so it gives up and comes back.
 */
export const LOCK_WAIT = "200ms";

/** Whether a lock was not to be had in that time, or was given up for another's sake: the work is to be tried again later. */
export function isLockedOut(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return code === "55P03" || code === "40P01" || isLockedOut(cause.cause);
}
