import type { RetryScope } from "../providers/provider.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after the first, second … failed attempt of a send, in milliseconds, by who has to wait. */
const WAITS: Record<RetryScope, readonly number[]> = {
  // the platform is down or confused: five tries, then `provider_unavailable`
  message: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE],
  // Meta asks for 4^n seconds after a pair rate limit
  recipient: [1, 4, 16, 64, 256, 1024].map((seconds) => seconds * SECOND),
  // throughput: short, and for the whole channel
  channel: [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * SECOND),
};

/**
 * How long to wait after `attempt` (counted from 1) failed, in milliseconds,
 * with up to 20 % more so that retries spread; null when it was the last.
 */
export function retryWait(
  scope: RetryScope,
  attempt: number,
  random: () => number = Math.random,
): number | null {
  const wait = WAITS[scope][attempt - 1];
  return wait === undefined ? null : Math.round(wait * (1 + 0.2 * random()));
}
