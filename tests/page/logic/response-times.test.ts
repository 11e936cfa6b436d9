/** What the view of response times asks for and says. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { byHour, length, queryOf } from "../../../daemon/page/client/views/response-times/question.ts";
import { speak } from "../../../daemon/page/languages/forms.ts";

beforeAll(() => speak("en"));
afterAll(() => speak("en"));

const NOON = new Date(2026, 10, 30, 12).getTime();

test.each<[string | undefined, string]>([
  [undefined, "2026-11-01"],
  ["7", "2026-11-24"],
  ["8", "2026-11-01"],
])("of %p days, the first is %s", (days, from) => {
  const asked = { ...(days && { days }), channel_id: "ch_1", team_id: "" };
  expect(queryOf(asked, "team", NOON)).toMatchObject({ group_by: "team", from, channel_id: "ch_1" });
});

test.each<[number | null, string]>([
  [null, "–"],
  [0, "1 min"],
  [89, "1 min"],
  [90, "2 min"],
  [7140, "119 min"],
  [7200, "2 hr"],
  [172_800, "2 days"],
  [400_000, "5 days"],
])("%p seconds are %s", (seconds, text) => {
  expect(length(seconds)).toBe(text);
});

test("each hour of a day has its minutes, and none where nobody wrote", () => {
  const answers = { count: 2, median_seconds: 90, p90_seconds: 600 };
  const { times, half, most } = byHour(
    [
      { group: "09", answers },
      { group: "automatic", answers },
      { group: "23", answers: { count: 0, median_seconds: null, p90_seconds: null } },
    ],
    new Date(NOON),
  );
  expect(times.map((at) => new Date(at).getHours())).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect([half[9], most[9], half[8], half[23]]).toEqual([1.5, 10, null, null]);
});
