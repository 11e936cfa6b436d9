import type { LaneItem, OpenLane } from "./lane.ts";

/**
 * How many calls of a lane were begun whose results are not written yet, and what was to begin and never did: the
 * database may have a record of it, whose answer was lost.
 */
export type Unfinished = { calls: number; uncalled: LaneItem[] };

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
      const begun = await lane.start(items).catch((cause: unknown) => {
        unfinished.uncalled.push(...items);
        throw cause;
      });
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
