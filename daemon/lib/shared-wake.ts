/**
 * How long to sleep, about so many milliseconds, so that whatever sleeps like this wakes together: at multiples of
 * `stepMs` of the process's own clock. Waking a processor that is at rest, and code that was not used for a while, costs
 * more than most looks themselves. Never less than `aboutMs` without half a step.
 */
export function untilSharedWake(aboutMs: number, stepMs = aboutMs): number {
  const now = performance.now();
  return Math.round((now + aboutMs) / stepMs) * stepMs - now;
}
