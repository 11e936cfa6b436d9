/** When what is old is read again: soon, seldom where everything is counted, and never twice at once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "bun:test";
import type { QueryClient } from "@tanstack/react-query";
import { createChanges } from "../../../daemon/page/client/live/changes.ts";
import type { LiveEvent } from "../../../daemon/page/client/live/reader.ts";

type Reading = { at: number; isOver: () => void };

beforeAll(() => void Reflect.set(globalThis, "document", { hidden: false }));
afterAll(() => void Reflect.deleteProperty(globalThis, "document"));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Has something happen each tenth of a second, and says when each of these was read. */
async function readingsOf(route: string, seconds: number, takesMs = 0): Promise<number[]> {
  const readings: Reading[] = [];
  let now = 0;
  const client = {
    invalidateQueries({ predicate }: { predicate: (query: { queryKey: unknown[] }) => boolean }) {
      if (!predicate({ queryKey: [route] })) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      readings.push({ at: now, isOver: resolve });
      if (takesMs === 0) resolve();
      return promise;
    },
  } as unknown as QueryClient;
  const hear = createChanges(client);
  for (; now < seconds * 1000; now += 100) {
    hear({ id: String(now), type: "message.new", body: { conversation_id: "cv1" } } as LiveEvent);
    jest.advanceTimersByTime(100);
    for (const { at, isOver } of readings) if (now - at >= takesMs) isOver();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
  return readings.map(({ at }) => at);
}

const pauses = (times: readonly number[]) => times.slice(1).map((at, n) => at - (times[n] ?? 0));

test.each([
  ["GET /v1/conversations/counts", 3000, 7000],
  ["GET /v1/overview", 2000, 5000],
  ["GET /v1/costs", 8000, 17_000],
  ["GET /v1/conversations", 2000, 3000],
])("%s is read again after %d ms at the earliest, and before %d", async (route, least, most) => {
  const times = await readingsOf(route, 60);
  expect(times.length).toBeGreaterThan(2);
  expect(Math.min(...pauses(times))).toBeGreaterThanOrEqual(least);
  expect(Math.max(...pauses(times))).toBeLessThan(most);
});

test("what happens is read within half a second", async () => {
  const [first] = await readingsOf("GET /v1/messages", 2);
  expect(first).toBeLessThanOrEqual(500);
});

test("while something is read, what happens waits for the next time", async () => {
  expect(Math.min(...pauses(await readingsOf("GET /v1/messages", 30, 5000)))).toBeGreaterThanOrEqual(5000);
});
