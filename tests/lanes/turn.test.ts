/** The step after a turn of a drain. */
import { expect, test } from "bun:test";
import { next, type Turn } from "../../daemon/lanes/turn.ts";

const NEVER = Number.POSITIVE_INFINITY;
/** Nothing is due, nothing is out, and nothing was announced. */
const QUIET: Turn = { paused: 0, wait: NEVER, mayBeMore: false, hasRoom: true, isIdle: true, hasNews: false };

test.each<[string, Partial<Turn>, ReturnType<typeof next>]>([
  ["nothing is due", {}, "end"],
  ["nothing is due, but a call is out", { isIdle: false }, 500],
  ["nothing is due, but work was announced", { hasNews: true }, 500],
  ["more may be due", { mayBeMore: true }, "turn"],
  ["more may be due, but as much is out as may be", { mayBeMore: true, hasRoom: false, isIdle: false }, 500],
  ["an item may go soon", { wait: 40, mayBeMore: true }, 40],
  ["an item may go later, and is all there is", { wait: 1001 }, "end"],
  ["the lane is paused for long", { paused: 60_000, wait: 60_000, mayBeMore: true }, "end"],
  ["so it is, but a call is out", { paused: 60_000, wait: 60_000, isIdle: false }, 500],
  ["the lane is paused for a moment", { paused: 300, wait: 300, mayBeMore: true }, 300],
  ["the daemon stops", { paused: NEVER, wait: NEVER, mayBeMore: true }, "end"],
  ["the lane was not ready after all", { wait: 0, mayBeMore: true }, 0],
])("when %s", (_, turn, following) => {
  expect(next({ ...QUIET, ...turn })).toBe(following);
});
