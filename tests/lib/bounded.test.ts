import { expect, test } from "bun:test";
import { setNewest } from "../../daemon/lib/bounded.ts";

test("the oldest is forgotten, and what is set again is new", () => {
  const map = new Map<string, number>();
  expect(setNewest(map, "a", 1, 2)).toBeUndefined();
  expect(setNewest(map, "b", 2, 2)).toBeUndefined();
  expect(setNewest(map, "a", 3, 2)).toBeUndefined();
  expect(setNewest(map, "c", 4, 2)).toBe("b");
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
