/** Counts of shapes: few writes, bounded, merged, nothing lost. */
import { expect, test } from "bun:test";
import { createDrift, MOST_SHAPES, OTHERS } from "../../daemon/drift/drift.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { addDrift, type DriftCount, forgetDrift, listDrift } from "../../db/health/drift.ts";
import { testDatabase } from "../support/database.ts";

const BOUNDS = { mostShapes: 3, others: OTHERS };
const count = (shape: string, n = 1, at = 1_790_000_000_000): DriftCount => ({
  ...{ source: "stanza", shape, count: n, first: at, last: at },
});

test("counts of two daemons are added up, and each shape is there once", async () => {
  const database = await testDatabase();
  const { sql } = database;
  try {
    await Promise.all([
      addDrift(sql, [count("a", 2, 1000), count("b")], BOUNDS),
      addDrift(sql, [count("a", 3, 5000)], BOUNDS),
    ]);
    const [a] = (await listDrift(sql)).filter(({ shape }) => shape === "a");
    expect(a).toMatchObject({ count: 5, first_seen: new Date(1000), last_seen: new Date(5000) });
    await addDrift(sql, [count("c"), count("d", 4), count("e", 2), count("a")], BOUNDS);
    await addDrift(sql, [{ ...count("d"), source: "close_code" }, count("f"), count("b", 7)], BOUNDS);
    const first = (await listDrift(sql)).find(({ shape }) => shape === "a")?.first_seen;
    expect(first).toEqual(new Date(1000));
    const stored = Object.fromEntries(
      (await listDrift(sql)).map(({ source, shape, count: n }) => [`${source} ${shape}`, n]),
    );
    expect(stored).toEqual({
      ...{ "stanza a": 6, "stanza b": 8, "stanza c": 1, "stanza others": 7, "close_code d": 1 },
    });
  } finally {
    await database.drop();
  }
});

test("what has not come for half a year is forgotten, and what came lately is not", async () => {
  const database = await testDatabase();
  const { sql } = database;
  try {
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    await addDrift(sql, [count("old", 1, daysAgo(181)), count("new", 1, daysAgo(179))], BOUNDS);
    await forgetDrift(sql);
    expect((await listDrift(sql)).map(({ shape }) => shape)).toEqual(["new"]);
  } finally {
    await database.drop();
  }
});

test("a shape of any length is kept up to 200 characters", async () => {
  const stored: DriftCount[] = [];
  const drift = createDrift(async (counts) => void stored.push(...counts), createLog("silent"));
  drift.note("stanza", `${"a.".repeat(100)}one`);
  drift.note("stanza", `${"a.".repeat(100)}other`);
  await drift.stop();
  expect(stored).toMatchObject([{ shape: "a.".repeat(100), count: 2 }]);
});

test("what can't be stored is stored later, with what came meanwhile, and of too many shapes the rest is one", async () => {
  const stored: DriftCount[][] = [];
  let isAway = true;
  const drift = createDrift(async (counts) => {
    if (isAway) throw new Error("away");
    stored.push([...counts]);
  }, createLog("silent"));
  drift.note("stanza", "a");
  drift.note("stanza", "a");
  await drift.stop();
  isAway = false;
  drift.note("stanza", "a");
  for (let n = 0; n < MOST_SHAPES + 50; n += 1) drift.note("meta_answer", `shape ${n}`);
  await drift.stop();
  await drift.stop();
  expect(stored.length).toBe(1);
  const found = new Map(stored.flat().map(({ source, shape, count: n }) => [`${source} ${shape}`, n]));
  expect(found.get("stanza a")).toBe(3);
  expect(found.get(`meta_answer ${OTHERS}`)).toBe(50);
  expect(found.size).toBe(MOST_SHAPES + 2);
  expect(drift.counts().find(({ shape }) => shape === "a")?.count).toBe(3);
});
