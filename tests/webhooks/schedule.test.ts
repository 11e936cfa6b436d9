import { expect, test } from "bun:test";
import { nextAttempt, RETRY_DELAYS } from "../../daemon/webhooks/schedule.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const MIDDLE = 0.5;
const HOUR = 3_600_000;

function delay(attempt: number, retryAfter: string | null = null, random = MIDDLE): number | null {
  return nextAttempt(attempt, retryAfter, random, NOW);
}

test("attempts follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h", () => {
  const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(RETRY_DELAYS.map((_, index) => (delay(index + 1) ?? 0) / 1000)).toEqual(seconds);
});

test("after the tenth attempt there is none", () => {
  expect(delay(9)).not.toBeNull();
  expect(delay(10)).toBeNull();
  expect(delay(10, "60")).toBeNull();
});

test("the jitter stays within a fifth either way", () => {
  expect(delay(2, null, 0)).toBe(240_000);
  expect(delay(2, null, 1)).toBe(360_000);
  for (let nth = 0; nth < 1000; nth++) {
    const found = delay(4, null, Math.random()) ?? 0;
    expect(found).toBeGreaterThanOrEqual(2 * HOUR * 0.8);
    expect(found).toBeLessThanOrEqual(2 * HOUR * 1.2);
  }
});

test("Retry-After in seconds or as a date asks for more time", () => {
  expect(delay(1, "60")).toBe(60_000);
  expect(delay(1, "Sat, 21 Nov 2026 09:31:00 GMT")).toBe(60_000);
});

test("Retry-After is bounded to 24 hours", () => {
  expect(delay(1, "99999999999999999999")).toBe(24 * HOUR);
  expect(delay(1, "Sat, 21 Nov 2099 09:31:00 GMT")).toBe(24 * HOUR);
});

test.each(["0", "1", "-5", "soon", "", "Sat, 21 Nov 2020 09:31:00 GMT", "1e9", "NaN"])(
  "Retry-After %j does not hurry the schedule",
  (value) => {
    expect(delay(2, value)).toBe(300_000);
  },
);
