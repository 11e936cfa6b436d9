import { expect, test } from "bun:test";
import { drain } from "../../daemon/lanes/drain.ts";
import type { LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createSignal } from "../../daemon/lib/signal.ts";
import { until } from "../support/until.ts";

type Item = LaneItem & { order: number };
type Plan = Partial<Pick<OpenLane<Item, Item>, "concurrency" | "delay" | "holds" | "patience">> & {
  run?: (item: Item) => Promise<void>;
};

/** A lane in memory that does what lane_items does, and records the drain's calls. */
function laneOf(keys: string[], { run = async () => {}, ...plan }: Plan = {}) {
  const rows = keys.map((orderKey, order) => ({
    itemId: String(order),
    orderKey,
    order,
    out: false,
    held: false,
  }));
  const noted = {
    begun: [] as number[],
    finished: [] as number[],
    writes: 0,
    mostOut: 0,
    deferred: [] as number[],
  };
  let out = 0;
  const lane: OpenLane<Item, Item> = {
    concurrency: () => 8,
    delay: () => 0,
    async peek(busy, limit) {
      return rows.filter((row) => !row.out && !row.held && !busy.includes(row.orderKey)).slice(0, limit);
    },
    async start(items) {
      for (const row of rows) row.out ||= items.some((item) => item.itemId === row.itemId);
      return [...items];
    },
    async run(item) {
      out += 1;
      noted.mostOut = Math.max(noted.mostOut, out);
      noted.begun.push(item.order);
      await run(item);
      out -= 1;
      return item;
    },
    async finish(items) {
      noted.writes += 1;
      for (const item of items) {
        noted.finished.push(item.order);
        const row = rows.findIndex((one) => one.itemId === item.itemId);
        if (lane.holds?.(item) === true) for (const one of rows) one.held ||= one.orderKey === item.orderKey;
        else rows.splice(row, 1);
      }
    },
    reduced: (item) => item,
    async defer(deferred) {
      for (const { item } of deferred) {
        noted.deferred.push(item.order);
        for (const row of rows) row.held ||= row.orderKey === item.orderKey;
      }
    },
    nextDue: async () => null,
    ...plan,
  };
  return { lane, noted };
}

function control() {
  const stopping = new AbortController();
  return {
    signal: createSignal(),
    stopping: stopping.signal,
    deadline: new AbortController().signal,
    complain: () => {},
    stop: () => stopping.abort(),
  };
}

test("items of one key go one at a time, in order, whatever each takes", async () => {
  const { lane, noted } = laneOf(["a", "a", "a", "a"], { run: (item) => Bun.sleep(5 - item.order) });
  await drain(lane, control());
  expect(noted.begun).toEqual([0, 1, 2, 3]);
  expect(noted.mostOut).toBe(1);
});

test("keys go side by side, up to the lane's concurrency", async () => {
  const keys = Array.from({ length: 30 }, (_, index) => `key ${index}`);
  const { lane, noted } = laneOf(keys, { concurrency: () => 4, run: () => Bun.sleep(1) });
  await drain(lane, control());
  expect(noted.finished).toHaveLength(30);
  expect(noted.mostOut).toBe(4);
});

test("a slow key holds up no other", async () => {
  const slow = Promise.withResolvers<void>();
  const { lane, noted } = laneOf(["slow", "b", "b", "c"], {
    run: (item) => (item.order === 0 ? slow.promise : Promise.resolve()),
  });
  const draining = drain(lane, control());
  await until(() => noted.finished.length >= 3);
  expect(noted.finished.sort()).toEqual([1, 2, 3]);
  slow.resolve();
  await draining;
});

test("items read ahead behind a held result are not started", async () => {
  const { lane, noted } = laneOf(["a", "a", "b"], { holds: (item) => item.order === 0 });
  await drain(lane, control());
  expect(noted.begun.sort()).toEqual([0, 2]);
});

test("an item that has to wait long is put off, and its key with it", async () => {
  const { lane, noted } = laneOf(["a", "a", "b"], { delay: (item) => (item.orderKey === "a" ? 60_000 : 0) });
  await drain(lane, control());
  expect(noted.deferred).toEqual([0]);
  expect(noted.begun).toEqual([2]);
});

test("an urgent item goes before those that are read ahead", async () => {
  const rows = Array.from({ length: 8 }, (_, order) => ({ order, priority: 1 }));
  const { lane, noted } = laneOf([], {
    concurrency: () => 1,
    // longer than a drain waits until it looks for urgent ones
    run: async ({ order }) => {
      if (order !== 0) return;
      rows.push({ order: 8, priority: 0 });
      await Bun.sleep(250);
    },
  });
  lane.peekEach = async (looks) => {
    const wanted = looks.flatMap(({ priority, busy, most }) =>
      rows.filter((row) => row.priority === priority && !busy.includes(`key ${row.order}`)).slice(0, most),
    );
    return wanted.map((row) => ({ ...row, itemId: String(row.order), orderKey: `key ${row.order}` }));
  };
  lane.start = async (items) => {
    for (const { order } of items)
      rows.splice(
        rows.findIndex((row) => row.order === order),
        1,
      );
    return [...items];
  };
  await drain(lane, control());
  expect(noted.begun).toEqual([0, 8, 1, 2, 3, 4, 5, 6, 7]);
});

test("a stopping drain finishes its calls in progress and starts nothing", async () => {
  const { stop, ...rest } = control();
  const { lane, noted } = laneOf(["a", "a", "a"], {
    run: async () => {
      stop();
      rest.signal.raise();
    },
  });
  await drain(lane, rest);
  expect(noted.begun).toEqual([0]);
  expect(noted.finished).toEqual([0]);
});

const LONG = 60_000;

/** A lane whose calls end one after another. */
function oneByOne(count: number, patience: (item: Item) => number) {
  const keys = Array.from({ length: count }, (_, index) => `key ${index}`);
  return laneOf(keys, { concurrency: () => 1, patience });
}

test("results that may wait are written with the first that may not", async () => {
  const { lane, noted } = oneByOne(5, ({ order }) => (order === 4 ? 0 : LONG));
  await drain(lane, control());
  expect(noted.finished).toEqual([0, 1, 2, 3, 4]);
  expect(noted.writes).toBe(1);
});

test("a drain that stops writes the results that would have waited", async () => {
  const { stop, ...rest } = control();
  const { lane, noted } = oneByOne(3, () => LONG);
  const draining = drain(lane, rest);
  await until(() => noted.begun.length === 3);
  expect(noted.writes).toBe(0);
  stop();
  rest.signal.raise();
  await draining;
  expect(noted.finished).toEqual([0, 1, 2]);
});

test("many results wait no longer", async () => {
  const { stop, ...rest } = control();
  const { lane, noted } = oneByOne(250, () => LONG);
  const draining = drain(lane, rest);
  await until(() => noted.begun.length === 250);
  await until(() => noted.finished.length >= 200);
  stop();
  rest.signal.raise();
  await draining;
});

test("an error of the database ends the drain", async () => {
  const { lane } = laneOf(["a"]);
  lane.start = async () => {
    throw new Error("the lane is not ours");
  };
  expect(drain(lane, control())).rejects.toThrow("the lane is not ours");
});

function databaseError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test("while results cannot be written, no call begins", async () => {
  const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
  const { lane, noted } = laneOf(keys, { concurrency: () => 4 });
  const finish = lane.finish;
  const tries: number[] = [];
  lane.finish = async (items) => {
    if (tries.push(noted.begun.length) < 4) throw databaseError("53100");
    await finish(items);
  };
  await drain(lane, control());
  // what had begun when the first write failed, and no more until one succeeded
  expect(tries.slice(1, 4)).toEqual([tries[1], tries[1], tries[1]] as number[]);
  expect(tries[3]).toBeLessThan(100);
  expect(noted.finished).toHaveLength(100);
});

test("results that cannot be stored are written in a reduced form, and the others as they are", async () => {
  const { lane, noted } = laneOf(["a", "b", "c", "d", "e"], {
    run: () => Bun.sleep(1),
  });
  const finish = lane.finish;
  const reduced: number[] = [];
  lane.reduced = (item) => ({ ...item, reduced: true });
  lane.finish = async (items) => {
    if (items.some((item) => item.order === 2 && !("reduced" in item))) throw databaseError("22P05");
    for (const item of items) if ("reduced" in item) reduced.push(item.order);
    await finish(items);
  };
  await drain(lane, control());
  expect(noted.finished.sort()).toEqual([0, 1, 2, 3, 4]);
  expect(reduced).toEqual([2]);
});
