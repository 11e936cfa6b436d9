import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { minuteTime, shortTime } from "../../../daemon/page/client/parts/time.tsx";

beforeAll(() => void setSystemTime(new Date(2026, 4, 5, 12)));
afterAll(() => void setSystemTime());

test("a time of today is told by the clock alone", () => {
  const evening = new Date(2026, 4, 5, 23, 1);
  expect(minuteTime(evening)).toEndWith(shortTime(evening));
  expect(shortTime(evening)).not.toContain("2026");
});

test.each([new Date(2026, 4, 6, 0, 1), new Date(2026, 4, 4, 12), new Date(2025, 4, 5, 12)])(
  "one of another day has its date: %p",
  (at) => expect(shortTime(at)).toBe(minuteTime(at)),
);
