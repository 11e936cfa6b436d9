/** Seconds of a window. Counts are compared with a whole window's allowance, so that short bursts may pass. */
export const WINDOW_SECONDS = 10;

/** The number of the current window, the same for all daemons. */
export function windowAt(timeMs: number): number {
  return Math.floor(timeMs / (WINDOW_SECONDS * 1000));
}

/** Whole seconds until the next window begins, at least 1. */
export function secondsLeft(timeMs: number): number {
  const length = WINDOW_SECONDS * 1000;
  return Math.max(1, Math.ceil((length - (timeMs % length)) / 1000));
}
