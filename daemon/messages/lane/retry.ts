import type { RetryScope } from "../../providers/provider.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after the first, second … failure for a cause, in milliseconds, and whether the last one repeats. */
type Schedule = { waits: readonly number[]; goesOn: boolean };

type Cause = Exclude<RetryScope, "channel">;

/** By who has to wait; a throttled channel rests as a whole, and its messages with it. */
const SCHEDULES: Record<Cause, Schedule> = {
  // something about this message that may pass, such as its file's host: five tries
  message: { waits: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE], goesOn: false },
  // the platform is confused, which says nothing of the message: it is kept until its end
  platform: { waits: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE], goesOn: true },
  // Meta asks for 4^n seconds after a pair rate limit
  recipient: { waits: [1, 4, 16, 64, 256, 1024].map((seconds) => seconds * SECOND), goesOn: true },
};

/**
 * When a message is tried again, in milliseconds, and the counts of its retries by cause with this one, as JSON text.
 * Each cause counts for itself: a rest of the channel makes no recipient wait longer. `requestedMs` replaces
 * the schedule. Null when it was the last try.
 */
export function nextTry(
  retries: string | null,
  cause: Cause,
  requestedMs?: number,
): { retry_after: number; retries: string } | null {
  const counts: Partial<Record<Cause, number>> = retries === null ? {} : JSON.parse(retries);
  const failures = (counts[cause] ?? 0) + 1;
  const wait = requestedMs ?? retryWait(cause, failures);
  return wait === null
    ? null
    : { retry_after: wait, retries: JSON.stringify({ ...counts, [cause]: failures }) };
}

/**
 * How long to wait after so many failures for a cause, in milliseconds, with up to 20 % more so that retries spread;
 * null when it was the last.
 */
export function retryWait(cause: Cause, failures: number, random: () => number = Math.random): number | null {
  const { waits, goesOn } = SCHEDULES[cause];
  const wait = waits[failures - 1] ?? (goesOn ? waits.at(-1) : undefined);
  return wait === undefined ? null : Math.round(wait * (1 + 0.2 * random()));
}
