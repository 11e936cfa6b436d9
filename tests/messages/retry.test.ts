import { expect, test } from "bun:test";
import { nextTry, retryWait } from "../../daemon/messages/lane/retry.ts";

const exactly = () => 0;

test("a failure that is the message's own is tried five times over some minutes", () => {
  expect([1, 2, 3, 4, 5].map((attempt) => retryWait("message", attempt, exactly))).toEqual([
    5000,
    15_000,
    60_000,
    300_000,
    null,
  ]);
});

test("a fault of the platform or the recipient is tried again without an end", () => {
  expect([1, 5, 500].map((attempt) => retryWait("platform", attempt, exactly))).toEqual([
    5000, 300_000, 300_000,
  ]);
  expect([1, 500].map((attempt) => retryWait("recipient", attempt, exactly))).toEqual([1000, 1_024_000]);
});

test("a recipient's rate limit is waited out in powers of four", () => {
  expect([1, 2, 3].map((attempt) => retryWait("recipient", attempt, exactly))).toEqual([1000, 4000, 16_000]);
});

test("waits spread by up to a fifth", () => {
  expect(retryWait("message", 1, () => 1)).toBe(6000);
});

test("each cause has its own count, whatever failed before it", () => {
  const first = nextTry(null, "recipient");
  expect(first?.retries).toBe('{"recipient":1}');
  const other = nextTry(first?.retries ?? null, "message");
  expect(other?.retries).toBe('{"recipient":1,"message":1}');
  expect(nextTry('{"platform":500,"recipient":1}', "message")).not.toBeNull();
  expect(nextTry('{"message":4}', "message")).toBeNull();
  expect(nextTry('{"message":4}', "message", 3600_000)?.retry_after).toBe(3600_000);
});
