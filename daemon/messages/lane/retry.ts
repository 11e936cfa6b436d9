import type { RetryScope } from "../../providers/provider.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after the first, second … failed attempt of a send, in milliseconds, and whether the last of them goes on. */
type Schedule = { waits: readonly number[]; goesOn: boolean };

/** By who has to wait; a throttled channel rests as a whole, and its messages with it. */
const SCHEDULES: Record<Exclude<RetryScope, "channel">, Schedule> = {
  // something about this message that may pass, such as its file's host: five tries
  message: { waits: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE], goesOn: false },
  // the platform is confused, which says nothing of the message: it is kept until its end
  platform: { waits: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE], goesOn: true },
  // Meta asks for 4^n seconds after a pair rate limit
  recipient: { waits: [1, 4, 16, 64, 256, 1024].map((seconds) => seconds * SECOND), goesOn: true },
};

/**
 * How long to wait after `attempt` (counted from 1) failed, in milliseconds,
 * with up to 20 % more so that retries spread; null when it was the last.
 */
export function retryWait(
  scope: Exclude<RetryScope, "channel">,
  attempt: number,
  random: () => number = Math.random,
): number | null {
  const { waits, goesOn } = SCHEDULES[scope];
  const wait = waits[attempt - 1] ?? (goesOn ? waits.at(-1) : undefined);
  return wait === undefined ? null : Math.round(wait * (1 + 0.2 * random()));
}
