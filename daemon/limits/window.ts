/** Seconds of a window: counts are compared with what may be asked in one, so that a burst may go through. */
export const WINDOW_SECONDS = 10;

/** Number of the window that runs. All daemons count in the same ones. */
export function windowAt(timeMs: number): number {
  return Math.floor(timeMs / (WINDOW_SECONDS * 1000));
}

/** Whole seconds until the next window begins, at least 1. */
export function secondsLeft(timeMs: number): number {
  const length = WINDOW_SECONDS * 1000;
  return Math.max(1, Math.ceil((length - (timeMs % length)) / 1000));
}
