/** From one drain of a lane to the next that follows soon, it stays open or is opened again. */
import { expect, test } from "bun:test";
import type { Lane, LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createLanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

type Open = OpenLane<LaneItem, LaneItem>;

const database = sharedDatabase();

/** How often a lane is opened for two drains, each of so many items; `own` is what the lane says of itself. */
async function timesOpened(laneId: string, drains: [number, number], own: Partial<Open>): Promise<number> {
  const lane: Lane = { organizationId: "org_test", kind: "endpoint", laneId };
  let [due, later] = drains;
  let opened = 0;
  let drained = 0;
  let openedForTwo = 0;
  const open: Open = {
    concurrency: () => 8,
    delay: () => 0,
    async peek() {
      const items = Array.from({ length: due }, (_, n) => ({ itemId: String(n), orderKey: String(n) }));
      due = 0;
      return items;
    },
    start: async (items) => [...items],
    run: async (item) => item,
    finish: async () => {},
    reduced: (item) => item,
    defer: async () => {},
    async nextDue() {
      drained += 1;
      due = later;
      later = 0;
      if (drained === 1) lanes.notify(lane);
      if (drained === 2) openedForTwo = opened;
      return null;
    },
    ...own,
  };
  const work = {
    async open() {
      opened += 1;
      return open;
    },
  };
  const lanes = createLanes({
    ...{ sql: database.sql, works: { endpoint: work } as unknown as Works, log: createLog("silent") },
    daemonId: `dmn_${laneId}`,
    serves: () => true,
  });
  await lanes.wake(lane);
  await until(() => openedForTwo > 0);
  await lanes.stop(1000);
  return openedForTwo;
}

test("a lane that keeps itself up to date is opened once", async () => {
  expect(await timesOpened("keeps", [1, 1], { keepsUpToDate: true })).toBe(1);
});

test("every other lane is opened again, as it may have changed", async () => {
  expect(await timesOpened("does_not", [1, 1], {})).toBe(2);
});

test("a lane in which nothing was due is opened again, as its channel may be gone", async () => {
  expect(await timesOpened("gone", [1, 0], { keepsUpToDate: true })).toBe(2);
});
