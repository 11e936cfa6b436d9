import { expect, test } from "bun:test";
import { retryAfterMs } from "../../daemon/egress/retry-after.ts";

const NOW = new Date("2026-11-21T09:30:00Z");

test.each([
  ["30", 30_000],
  [" 0 ", 0],
  ["Sat, 21 Nov 2026 09:30:07 GMT", 7000],
  ["Sat, 21 Nov 2026 09:29:00 GMT", 0],
  ["soon", 0],
  ["-5", 0],
  [null, 0],
])("Retry-After %p is %p ms", (value, ms) => {
  expect(retryAfterMs(value, NOW)).toBe(ms);
});
