/** Items that were just committed start without a look at their lane, where its drain rests and nothing else can be due. */
import { expect, test } from "bun:test";
import { drain } from "../../daemon/lanes/drain.ts";
import type { Lane, LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createLanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createSignal } from "../../daemon/lib/signal.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

type Open = OpenLane<LaneItem, LaneItem>;

const database = sharedDatabase();
const FRESH: LaneItem = { itemId: "fresh", orderKey: "ada", isFresh: true };
const READ: LaneItem = { itemId: "read", orderKey: "ada" };

/** A lane in which `waiting` is due, and what was done in it. */
function laneOf(waiting: LaneItem[], own: Partial<Open> = {}) {
  const noted: string[] = [];
  const lane: Open = {
    keepsUpToDate: true,
    concurrency: () => 8,
    delay: () => 0,
    meet: async (items) => [...items],
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

async function drained({ lane, noted }: ReturnType<typeof laneOf>, fresh: LaneItem[]) {
  const { signal } = new AbortController();
  await drain(lane, { signal: createSignal(), stopping: signal, deadline: signal, complain() {}, fresh });
  return noted;
}

test("what was handed over goes, and nobody looks before or after it", async () => {
  expect(await drained(laneOf([]), [FRESH])).toEqual(["fresh"]);
});

test("an item that may not start, as another is before it, is looked for", async () => {
  const lane = laneOf([READ], { start: async (items) => items.filter(({ isFresh }) => !isFresh) });
  expect(await drained(lane, [FRESH])).toEqual(["look", "read", "look"]);
});

test("when it has to be tried again, the lane is looked at", async () => {
  const lane = laneOf([], { holds: () => true });
  expect(await drained(lane, [FRESH])).toEqual(["fresh", "look"]);
});

test("while the lane is paused nothing goes, and the lane is opened again as before: its pause may be over", async () => {
  const { signal } = new AbortController();
  const { lane, noted } = laneOf([], { pause: () => 60_000 });
  const control = {
    signal: createSignal(),
    stopping: signal,
    deadline: signal,
    complain() {},
    fresh: [FRESH],
  };
  expect(await drain(lane, control)).toBe(false);
  expect(noted).toEqual([]);
});

test("where the lane is gone, nothing is started", async () => {
  expect(await drained(laneOf([READ], { refresh: async () => false }), [FRESH])).toEqual([]);
});

test("a drain that rests takes it up; one that something else wakes meanwhile looks", async () => {
  const key: Lane = { organizationId: "org_test", kind: "channel", laneId: "ch_handed_over" };
  const { lane, noted } = laneOf([]);
  let rests = 0;
  const works = { channel: { open: async () => ({ ...lane, nextDue }) } } as unknown as Works;
  async function nextDue() {
    // after this answer, nothing happens until it rests
    setTimeout(() => {
      rests += 1;
      if (rests > 2) return;
      lanes.handOver(key, () => [{ ...FRESH, itemId: `fresh ${rests}` }]);
      if (rests === 2) lanes.notify(key);
    });
    return null;
  }
  const lanes = createLanes({
    ...{ sql: database.sql, works, log: createLog("silent") },
    ...{ daemonId: "dmn_handed_over", serves: () => true },
  });
  await lanes.wake(key);
  await until(() => rests > 2);
  await lanes.stop(1000);
  expect(noted.slice(0, 3)).toEqual(["look", "fresh 1", "look"]);
});
