import { expect, test } from "bun:test";
import { createTurns } from "../../daemon/lanes/turns.ts";

type Item = { priority?: number; n: number };
const NAMES = ["h", "n", "l"];

/** The priorities of the first that go, of as many of each as are wanted, when so many may go at a time. */
function gone(priorities: number[], { most, atOnce }: { most: number; atOnce: number }): string {
  const turns = createTurns<Item>();
  const waiting: Item[] = priorities.flatMap((priority) =>
    Array.from({ length: most }, (_, n) => ({ priority, n })),
  );
  let went = "";
  while (went.length < most) {
    const before = went.length;
    turns.offer([...waiting], (item) => {
      if (went.length === before + atOnce) return "full";
      waiting.splice(waiting.indexOf(item), 1);
      went += NAMES[item.priority ?? 1];
      return "goes";
    });
  }
  return went;
}

test("of ten that go, at least one is of each lower priority that waits", () => {
  expect(gone([0, 1, 2], { most: 20, atOnce: 20 })).toBe("hhhhhhhhnlhhhhhhhhnl");
  expect(gone([1, 2], { most: 18, atOnce: 18 })).toBe("nnnnnnnnlnnnnnnnnl");
});

test("the share is the same when one goes at a time", () => {
  expect(gone([0, 1, 2], { most: 20, atOnce: 1 })).toBe("hhhhhhhhnlhhhhhhhhnl");
});

test("within a priority the order stays", () => {
  const taken: number[] = [];
  createTurns<Item>().offer(
    [2, 1, 3].map((n) => ({ n })),
    ({ n }) => {
      taken.push(n);
      return "goes";
    },
  );
  expect(taken).toEqual([2, 1, 3]);
});

test("one that has to wait takes nobody's turn", () => {
  const taken: string[] = [];
  createTurns<Item>().offer(
    [
      { priority: 0, n: 1 },
      { priority: 2, n: 2 },
    ],
    ({ priority }) => {
      if (priority === 0) return "waits";
      taken.push("low");
      return "goes";
    },
  );
  expect(taken).toEqual(["low"]);
});
