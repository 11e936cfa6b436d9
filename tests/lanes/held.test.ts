/** Items that were begun in the transaction that made them are called at once; their lane is held at rest for that. */
import { expect, test } from "bun:test";
import { drain } from "../../daemon/lanes/drain.ts";
import type { Lane, LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createLanes, type Lanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createSignal } from "../../daemon/lib/signal.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

type Open = OpenLane<LaneItem, LaneItem>;

const database = sharedDatabase();
const BEGUN: LaneItem = { itemId: "begun", orderKey: "ada" };
const READ: LaneItem = { itemId: "read", orderKey: "bo" };

/** A lane in which `waiting` is due, and what was done in it. */
function laneOf(waiting: LaneItem[], own: Partial<Open> = {}) {
  const noted: string[] = [];
  const lane: Open = {
    keepsUpToDate: true,
    concurrency: () => 8,
    delay: () => 0,
    choose: async (items) => [...items],
    async peek() {
      noted.push("look");
      return waiting.splice(0);
    },
    start: async (items) => [...items],
    async run(item) {
      noted.push(item.itemId);
      return item;
    },
    finish: async () => {},
    reduced: (item) => item,
    defer: async () => {},
    nextDue: async () => null,
    ...own,
  };
  return { lane, noted };
}

async function drained({ lane, noted }: ReturnType<typeof laneOf>, isQuiet = true) {
  const { signal } = new AbortController();
  const begun = [BEGUN];
  await drain(lane, {
    signal: createSignal(),
    stopping: signal,
    deadline: signal,
    complain() {},
    begun,
    isQuiet,
  });
  return noted;
}

test("what was begun is called without being started again, and nobody looks before or after it", async () => {
  const start = async () => {
    throw new Error("started again");
  };
  expect(await drained(laneOf([READ], { start }))).toEqual(["begun"]);
});

test("where something else may be due, the lane is looked at beside it", async () => {
  expect((await drained(laneOf([READ]), false)).slice(0, 3)).toEqual(["begun", "look", "read"]);
});

test("what waits behind it starts once its result is written", async () => {
  const looked = Promise.withResolvers<void>();
  const waiting = [{ ...READ, orderKey: BEGUN.orderKey }];
  const noted: string[] = [];
  const { lane } = laneOf([], {
    async peek() {
      looked.resolve();
      return waiting.splice(0);
    },
    async run(item) {
      if (item.itemId === BEGUN.itemId) await looked.promise.then(() => Bun.sleep(0));
      noted.push(item.itemId);
      return item;
    },
  });
  expect(await drained({ lane, noted }, false)).toEqual(["begun", "read"]);
});

test("when it has to be tried again, the lane is looked at", async () => {
  expect(await drained(laneOf([], { holds: () => true }))).toEqual(["begun", "look"]);
});

/** A lane at rest of a daemon, held, and what was done in it since. */
async function resting() {
  const key: Lane = { organizationId: "org_test", kind: "channel", laneId: `ch_${crypto.randomUUID()}` };
  const { lane, noted } = laneOf([]);
  const works = { channel: { open: async () => lane } } as unknown as Works;
  const lanes = createLanes({
    ...{ sql: database.sql, works, log: createLog("silent") },
    ...{ daemonId: "dmn_held", serves: () => true },
  });
  await lanes.wake(key);
  const hold = await held(lanes, key);
  noted.length = 0;
  return { lanes, key, noted, hold };
}

/** The hold of a lane, as soon as it rests. */
async function held(lanes: Lanes, key: Lane) {
  let hold = lanes.hold(key);
  await until(() => {
    hold ??= lanes.hold(key);
    return hold !== null;
  });
  return hold as NonNullable<typeof hold>;
}

test("a lane at rest is held by one batch at a time, and calls what that one began", async () => {
  const { lanes, key, noted, hold } = await resting();
  expect(lanes.hold(key)).toBeNull();
  expect(await hold.choose([BEGUN])).toEqual([BEGUN]);
  hold.letGo([BEGUN], true);
  await until(() => noted.length > 0);
  await lanes.stop(1000);
  expect(noted).toEqual(["begun"]);
  // all its calls have ended, so its next owner has none to ask about
  const [row] = await database.sql`select owner, may_have_begun from lanes where lane_id = ${key.laneId}`;
  expect(row).toEqual({ owner: null, may_have_begun: false });
});

test("no more begin than may be called at once", async () => {
  const { lanes, hold } = await resting();
  const items = Array.from({ length: 20 }, (_, n) => ({ itemId: `${n}`, orderKey: `${n}` }));
  expect(await hold.choose(items)).toEqual(items.slice(0, 8));
  hold.letGo([], true);
  await lanes.stop(1000);
});

test("a lane that is held when the daemon stops still makes the calls that were begun", async () => {
  const { lanes, noted, hold } = await resting();
  const stopped = lanes.stop(5000);
  // it does not go on to be released meanwhile
  await Bun.sleep(0);
  hold.letGo([BEGUN], true);
  await stopped;
  expect(noted).toEqual(["begun"]);
});

test("where more was made than begun, the lane is looked at", async () => {
  const { lanes, noted, hold } = await resting();
  hold.letGo([BEGUN], false);
  await until(() => noted.includes("look"));
  await lanes.stop(1000);
  expect(noted.slice(0, 2)).toEqual(["begun", "look"]);
});

test("a lane that is woken while it is held looks once it is let go", async () => {
  const { lanes, key, noted, hold } = await resting();
  lanes.notify(key);
  hold.letGo([BEGUN], true);
  await until(() => noted.includes("look"));
  await lanes.stop(1000);
  expect(noted.slice(0, 2)).toEqual(["begun", "look"]);
});

test("when it is unknown what was begun, the lane waits for its next owner", async () => {
  const { lanes, key, noted, hold } = await resting();
  hold.fail(new Error("the connection is lost"));
  await lanes.stop(1000);
  const [row] = await database.sql`select owner from lanes where lane_id = ${key.laneId}`;
  expect(row?.owner).toBe("dmn_held");
  expect(noted).toEqual([]);
});
