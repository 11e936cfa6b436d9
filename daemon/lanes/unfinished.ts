import type { LaneItem, OpenLane } from "./lane.ts";

/** How many calls of a lane were begun whose results are not written yet. */
export type Unfinished = { calls: number };

/**
 * A lane that keeps count of them, and calls `written` whenever results were written. One that fails to say what it
 * began counts nothing: its drain ends with the failure.
 */
export function counting<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  unfinished: Unfinished,
  written: () => void,
): OpenLane<Item, Result> {
  return {
    ...lane,
    async start(items) {
      const begun = await lane.start(items);
      unfinished.calls += begun.length;
      return begun;
    },
    async finish(results) {
      await lane.finish(results);
      unfinished.calls -= results.length;
      written();
    },
  };
}
