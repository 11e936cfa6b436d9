import type { Sql } from "../../db/connection/client.ts";
import { deferItems, nextDue } from "../../db/lanes/lanes.ts";
import type { Lane, LaneItem, OpenLane } from "./lane.ts";

/** How a lane puts items off and when it is next due, where nothing but its items decides that. */
export function waitingIn(sql: Sql, lane: Lane): Pick<OpenLane<LaneItem, unknown>, "defer" | "nextDue"> {
  return {
    async defer(items) {
      const deferred = items.map(({ item, wait }) => ({ item_id: item.itemId, wait }));
      await deferItems(sql, lane.organizationId, deferred);
    },
    nextDue: () => nextDue(sql, lane),
  };
}
