import { afterEach, expect, setSystemTime, test } from "bun:test";
import { groupCommit } from "../../daemon/lib/group-commit.ts";

/** A commit that lasts until it is ended; `begun` are the rows of each, in their order. */
function slowCommit() {
  const begun: number[][] = [];
  const ends: (() => void)[] = [];
  const commit = async (rows: readonly number[]) => {
    begun.push([...rows]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return rows.map((row) => row * 10);
  };
  const endNext = () => ends.shift()?.();
  return { begun, commit, endNext };
}

afterEach(() => {
  setSystemTime();
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test("the requests of one turn are committed together, and each gets its own result", async () => {
  const { begun, commit, endNext } = slowCommit();
  const results = Promise.all([1, 2, 3].map(groupCommit(commit)));
  await turn();
  expect(begun).toEqual([[1, 2, 3]]);
  endNext();
  expect(await results).toEqual([10, 20, 30]);
});

test("work that comes while a commit is in flight joins the next one", async () => {
  const { begun, commit, endNext } = slowCommit();
  const add = groupCommit(commit);
  const all = [add(1)];
  await turn();
  all.push(...range(2, 100).map(add));
  await turn();
  expect(begun).toEqual([[1]]);
  endNext();
  while (begun.length < 2) await turn();
  expect(begun[1]).toEqual(range(2, 100));
  endNext();
  expect(await Promise.all(all)).toEqual(range(1, 101).map((row) => row * 10));
});

test("of two at once, the second begins when enough rows wait, and a third never", async () => {
  const { begun, commit } = slowCommit();
  const add = groupCommit(commit, { atOnce: 2 });
  for (const row of range(1, 40)) void add(row);
  await turn();
  for (const row of range(41, 19)) void add(row);
  await turn();
  expect(begun).toEqual([range(1, 40)]);
  void add(60);
  await turn();
  expect(begun[1]).toEqual(range(41, 20));
  for (const row of range(61, 500)) void add(row);
  await turn();
  expect(begun).toHaveLength(2);
});

test("a row whose data is at fault fails alone", async () => {
  const add = groupCommit(async (rows: readonly number[]) => {
    if (rows.includes(2)) throw Object.assign(new Error("out of range"), { code: "22003" });
    return rows;
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a fault of the whole commit fails every part of it, and the next one is tried", async () => {
  let isAway = true;
  const add = groupCommit(async (rows: readonly number[]) => {
    if (isAway) throw new Error("the database is away");
    return rows;
  });
  const outcomes = await Promise.allSettled([1, 2].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await add(3)).toBe(3);
});

test("where more wait than a commit carries, parties and those within them have equal shares of it", async () => {
  const { begun, commit, endNext } = slowCommit();
  const party = (row: number) => (row < 2000 ? ["loud", row < 1900 ? "a" : "b"] : ["quiet", "a"]);
  const add = groupCommit(commit, { namesOf: party });
  for (const row of [...range(1, 1001), ...range(1900, 2), ...range(2000, 3)]) void add(row);
  await turn();
  expect(begun[0]?.slice(0, 6)).toEqual([1, 2000, 1900, 2001, 2, 2002]);
  endNext();
  while (begun.length < 2) await turn();
  expect(begun[1]?.[0]).toBe((begun[0]?.at(-1) ?? 0) + 1);
});

test("commits are short while several organisations ask, and long again after", async () => {
  const sizes: number[] = [];
  const commit = async (rows: readonly string[]) => {
    sizes.push(rows.length);
    return rows;
  };
  const add = groupCommit(commit, { namesOf: (row) => [row] });
  const sizesOf = async (...rows: string[]) => {
    await Promise.all(rows.map(add));
    return sizes.splice(0);
  };
  const many = Array<string>(60).fill("loud");
  expect(await sizesOf(...many)).toEqual([60]);
  expect(await sizesOf(...many, "quiet")).toEqual([32, 29]);
  expect(await sizesOf(...many)).toEqual([32, 28]);
  setSystemTime(Date.now() + 2001);
  expect(await sizesOf(...many)).toEqual([60]);
});
