import { expect, test } from "bun:test";
import { restAfter } from "../../daemon/lanes/heartbeat.ts";

test("after a look that took long, due work rests longer, so that looking stays a small share of the work", () => {
  expect(restAfter(100)).toBe(5000);
});

test("one look that took a minute does not put off the next for an hour", () => {
  expect(restAfter(60_000)).toBe(10_000);
});
