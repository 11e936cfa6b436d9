/** A timer that is to run longer than 32 bits can say runs out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves after a time, or when one of the signals is aborted; after 24 days in any case. */
export function sleep(durationMs: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_TIMER_MS, Math.max(0, durationMs)));
    for (const signal of signals) signal.addEventListener("abort", done);
    if (signals.some(({ aborted }) => aborted)) done();
  });
}

/**
 * How long to sleep, about so many milliseconds, so that whatever sleeps like this wakes together: at multiples of
 * `stepMs` of the process's own clock. Waking a processor that is at rest, and code that was not used for a while, costs
 * more than most looks themselves. Never less than `aboutMs` without half a step.
 */
export function untilSharedWake(aboutMs: number, stepMs = aboutMs): number {
  const now = performance.now();
  return Math.round((now + aboutMs) / stepMs) * stepMs - now;
}
