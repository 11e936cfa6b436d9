/** A lane whose drains failed here, once another daemon has it. */
import { expect, test } from "bun:test";
import type { Lane, LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createLanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createTrouble } from "../../daemon/lanes/trouble.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { look } from "../support/looks.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const database = sharedDatabase();

test("a lane that works again is no trouble any more, though it never rests", async () => {
  const lane: Lane = { organizationId: "org_test", kind: "endpoint", laneId: "busy" };
  let fails = true;
  let items = 0;
  const open = async (): Promise<OpenLane<LaneItem, LaneItem>> => {
    if (fails) throw new Error("the database went away");
    return {
      ...{ concurrency: () => 1, delay: () => 0, reduced: (item) => item, nextDue: async () => null },
      ...{ start: async (due) => [...due], run: async (item) => item, defer: async () => {} },
      // something is always due
      peek: async () => [{ itemId: `${++items}`, orderKey: `${items}` }],
      finish: async () => void (await Bun.sleep(1)),
    };
  };
  const lanes = createLanes({
    ...{ sql: database.sql, works: { endpoint: { open } } as unknown as Works, log: createLog("silent") },
    ...{ daemonId: "dmn_busy", serves: () => true, trouble: createTrouble(0) },
  });
  await lanes.wake(lane);
  await until(() => lanes.active() === 0);
  expect(lanes.failing()).toEqual([lane]);
  fails = false;
  await lanes.wake(lane);
  await until(() => lanes.failing().length === 0);
  expect(lanes.active()).toBe(1);
  await lanes.stop(1000);
});

test("a lane that another daemon took over is no trouble of this one any more", async () => {
  const [lost, own] = ["taken_over", "still_own"].map(
    (laneId): Lane => ({ organizationId: "org_test", kind: "endpoint", laneId }),
  ) as [Lane, Lane];
  const open = async () => {
    throw new Error("the database went away");
  };
  const lanes = createLanes({
    ...{ sql: database.sql, works: { endpoint: { open } } as unknown as Works, log: createLog("silent") },
    ...{ daemonId: "dmn_before", serves: () => true, trouble: createTrouble(0) },
  });
  for (const lane of [lost, own]) await lanes.wake(lane);
  await until(() => lanes.active() === 0);
  expect(lanes.failing()).toEqual([lost, own]);
  await database.sql`update lanes set owner = 'dmn_next' where lane_id = ${lost.laneId}`;
  const { owned } = await look(database.sql, "dmn_before");
  await lanes.resume(owned);
  expect(lanes.failing()).toEqual([own]);
  await lanes.stop(1000);
});
