import { expect, test } from "bun:test";
import { untilNextLook } from "../../daemon/lib/look-regularly.ts";

test("looks are two seconds apart, give or take one to wake with others", () => {
  const wait = untilNextLook(1);
  expect(wait).toBeGreaterThanOrEqual(1000);
  expect(wait).toBeLessThanOrEqual(3000);
});

test("after a look that took long the next waits longer, so that looking stays a small share of the work", () => {
  expect(untilNextLook(100)).toBe(5000);
});

test("one look that took a minute does not put off the next for an hour", () => {
  expect(untilNextLook(60_000)).toBe(10_000);
});
