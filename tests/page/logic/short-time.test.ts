import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test";
import { minuteTime, shortTime, spanInWords, timeInWords } from "../../../daemon/page/client/parts/time.tsx";
import { speak } from "../../../daemon/page/languages/forms.ts";

beforeAll(() => void setSystemTime(new Date(2026, 4, 5, 12)));
afterAll(() => void setSystemTime());
afterEach(() => speak("en"));

test("a time of today is told by the clock alone", () => {
  const evening = new Date(2026, 4, 5, 23, 1);
  expect(minuteTime(evening)).toEndWith(shortTime(evening));
  expect(shortTime(evening)).not.toContain("2026");
});

test.each([new Date(2026, 4, 6, 0, 1), new Date(2026, 4, 4, 12), new Date(2025, 4, 5, 12)])(
  "one of another day has its date: %p",
  (at) => expect(shortTime(at)).toBe(minuteTime(at)),
);

test.each([
  ["2026-05-05T12:05:00Z", "in 5 min."],
  ["2026-05-06T12:00:00Z", "tomorrow"],
  ["2026-05-07T11:59:59Z", "tomorrow"],
  ["2026-05-07T12:00:00Z", "May 7, 2026"],
  ["2027-02-24T12:00:00Z", "Feb 24, 2027"],
  ["2026-05-01T12:00:00Z", "4 days ago"],
])("%s is said as %s", (at, words) =>
  expect(timeInWords(at, Date.parse("2026-05-05T12:00:00Z"))).toBe(words),
);

const MINUTE_MS = 60_000;

test.each([
  [0, "1 min"],
  [59 * MINUTE_MS, "59 min"],
  [60 * MINUTE_MS, "1 hr"],
  [47.9 * 60 * MINUTE_MS, "47 hr"],
  [48 * 60 * MINUTE_MS, "2 days"],
])("%p ms take %s", (ms, words) => expect(spanInWords(ms)).toBe(words));

test("what something takes is said in the page's language", () => {
  speak("pt-BR");
  expect(spanInWords(72 * 60 * MINUTE_MS)).toBe("3 dias");
});
