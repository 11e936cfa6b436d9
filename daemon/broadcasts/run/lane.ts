import { type BroadcastKey, finishLook, peekBroadcast, startLook } from "../../../db/broadcasts/work.ts";
import type { LaneItem, LaneWork } from "../../lanes/lane.ts";
import { deferByItems } from "../../lanes/waiting.ts";
import type { BroadcastWorkDependencies } from "./dependencies.ts";
import { createLook } from "./look.ts";
import type { LookEnd } from "./next.ts";

type Item = LaneItem & { key: BroadcastKey };

/**
 * The work of the broadcasts' lanes: each has one, with itself in it as long as there is something to do. If the daemon
 * dies, another takes the lane and continues from what was committed.
 */
export function createBroadcastWork(dependencies: BroadcastWorkDependencies): LaneWork<Item, LookEnd> {
  const { sql, daemonId } = dependencies;
  const look = createLook(dependencies);
  return {
    async open(lane) {
      const key = { organizationId: lane.organizationId, id: lane.laneId };
      return {
        concurrency: () => 1,
        delay: () => 0,
        async peek(busy) {
          if (busy.length > 0 || !(await peekBroadcast(sql, key))) return [];
          return [{ itemId: key.id, orderKey: key.id, key }];
        },
        async start(items) {
          return (await startLook(sql, key, daemonId)) ? [...items] : [];
        },
        run: (item, signal) => look(item.key, signal),
        async finish(results) {
          for (const end of results) await finishLook(sql, end.key, daemonId, end.afterMs);
        },
        reduced: (end) => end,
        ...deferByItems(sql, lane),
      };
    },
  };
}
