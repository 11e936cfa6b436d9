/** Seconds of a window: counts are compared with what may be asked in one, so that a burst may go through. */
export const WINDOW_SECONDS = 10;

/** Number of the window that runs. All daemons count in the same ones. */
export function windowAt(milliseconds: number): number {
  return Math.floor(milliseconds / (WINDOW_SECONDS * 1000));
}

/** Whole seconds until the next window begins, at least 1. */
export function secondsLeft(milliseconds: number): number {
  const length = WINDOW_SECONDS * 1000;
  return Math.max(1, Math.ceil((length - (milliseconds % length)) / 1000));
}
