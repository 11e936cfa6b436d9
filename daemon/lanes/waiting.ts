import type { Sql } from "../../db/connection/client.ts";
import { deferItems, nextDue } from "../../db/lanes/lanes.ts";
import type { Lane, LaneItem, OpenLane } from "./lane.ts";

/**
 * How a lane puts items off and when it is next due, where nothing but its items decides that; `reasonOf` says why an
 * item is put off, where the record shows it.
 */
export function deferByItems<Item extends LaneItem>(
  sql: Sql,
  lane: Lane,
  reasonOf: (item: Item) => string | undefined = () => undefined,
): Pick<OpenLane<Item, unknown>, "defer" | "nextDue"> {
  return {
    async defer(items) {
      const deferred = items.map(({ item, wait }) => ({
        item_id: item.itemId,
        wait,
        reason: reasonOf(item),
      }));
      await deferItems(sql, lane, deferred);
    },
    nextDue: () => nextDue(sql, lane),
  };
}
