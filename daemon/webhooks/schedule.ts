import { retryAfterMs } from "../egress/retry-after.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next is made, in milliseconds; after the last there is none. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Each delay varies by this share either way, so that what failed together does not return together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER = 24 * HOUR;
/** Response statuses whose `Retry-After` concerns the whole endpoint: Too Many Requests, Service Unavailable. */
const ASKS_FOR_TIME = [429, 503];
const LONGEST_PAUSE = HOUR;

/**
 * The delay in milliseconds after failed attempt number `attempt` (from 1); null when it was
 * the last. `random` is in [0, 1). A receiver's `Retry-After` can lengthen the delay, up to 24
 * hours, but never shorten it.
 */
export function nextAttempt(
  attempt: number,
  retryAfter: string | null,
  random: number,
  now: Date,
): number | null {
  const delay = RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  const requested = Math.min(retryAfterMs(retryAfter, now), LONGEST_RETRY_AFTER);
  return Math.round(Math.max(jittered, requested));
}

/** For how many milliseconds a response asks us to pause the endpoint, up to an hour; null when it does not ask. */
export function askedPause(status: number, retryAfter: string | null, now: Date): number | null {
  if (!ASKS_FOR_TIME.includes(status)) return null;
  const requested = Math.min(retryAfterMs(retryAfter, now), LONGEST_PAUSE);
  return requested === 0 ? null : requested;
}
