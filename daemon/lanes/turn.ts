/**
 * How a drain stands after a turn, in which it looked at its lane where that was worth it, and started what may start.
 * Times are in milliseconds, and infinity where only a result or new work changes something.
 */
export type Turn = {
  /** How long nothing in the lane may start. */
  paused: number;
  /** How long no item that was read may start. */
  wait: number;
  /** Whether more may be due than was read. */
  mayBeMore: boolean;
  /** Whether more calls may be out. */
  hasRoom: boolean;
  /** Whether no call is out, and every result is written. */
  isIdle: boolean;
  /** Whether work was announced that no look has seen. */
  hasNews: boolean;
};

/** A longer wait is written to the database instead of being held in memory. */
export const LONGEST_WAIT_MS = 1000;
/** While calls are out, how often the drain looks for newly due rows. */
const LOOK_EVERY_MS = 500;

/**
 * The action after a turn: another at once, the end of the drain, or a wait of so many milliseconds at most for a
 * result or for work.
 *
 * - Another turn, where there is room and more may be due, but nothing that was read can go soon.
 * - The end, where nothing may go soon, whether the lane is paused or nothing more is due, and nothing can change that:
 *   no call is out, no result waits, and no work was announced.
 * - Otherwise a wait: until the next item may go, or until the lane is worth another look.
 */
export function next(turn: Turn): "turn" | "end" | number {
  const { paused, wait, mayBeMore, hasRoom, isIdle, hasNews } = turn;
  const nothingReadIsSoon = wait > LONGEST_WAIT_MS;
  if (paused === 0 && mayBeMore && hasRoom && nothingReadIsSoon) return "turn";
  const nothingIsSoon = nothingReadIsSoon && (paused > LONGEST_WAIT_MS || !mayBeMore);
  return nothingIsSoon && isIdle && !hasNews ? "end" : Math.min(wait, LOOK_EVERY_MS);
}
