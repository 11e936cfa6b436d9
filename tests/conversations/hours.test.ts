/** When it opens next, by the clocks of its zone. */
import { expect, test } from "bun:test";
import { type Hours, opensAt } from "../../daemon/conversations/rules/hours.ts";
import { type InboxRules, NO_RULES, rulesFor } from "../../daemon/conversations/rules/rules.ts";

const WORKDAYS = ["mon", "tue", "wed", "thu", "fri"] as const;
const shop = (zone: string) => ({
  zone,
  days: WORKDAYS.map((day) => ({ day, from: "09:00", to: "18:00" })),
});
const LUNCH: Hours = {
  zone: "UTC",
  days: [
    { day: "mon", from: "09:00", to: "12:00" },
    { day: "mon", from: "13:00", to: "18:00" },
  ],
};
const NIGHT: Hours = { zone: "UTC", days: [{ day: "sat", from: "22:00", to: "04:00" }] };

test.each([
  ["during the day", shop("Europe/Berlin"), "2026-11-20T09:00:00Z", null],
  ["as it opens", shop("UTC"), "2026-11-20T09:00:00Z", null],
  ["a second before it opens", shop("UTC"), "2026-11-20T08:59:59Z", "2026-11-20T09:00:00Z"],
  ["as it closes", shop("UTC"), "2026-11-20T18:00:00Z", "2026-11-23T09:00:00Z"],
  ["at lunch", LUNCH, "2026-11-23T12:30:10Z", "2026-11-23T13:00:00Z"],
  ["past midnight", NIGHT, "2026-11-22T03:59:00Z", null],
  ["after its night", NIGHT, "2026-11-22T04:00:00Z", "2026-11-28T22:00:00Z"],
  ["elsewhere", shop("Asia/Tokyo"), "2026-11-19T23:30:00Z", "2026-11-20T00:00:00Z"],
  [
    "over the night in which clocks go back",
    shop("Europe/Berlin"),
    "2026-10-24T12:00:00Z",
    "2026-10-26T08:00:00Z",
  ],
  [
    "over the night in which they go forward",
    shop("Europe/Berlin"),
    "2026-03-28T12:00:00Z",
    "2026-03-30T07:00:00Z",
  ],
  ["south of the equator", shop("Australia/Sydney"), "2026-10-03T00:00:00Z", "2026-10-04T22:00:00Z"],
])("%s", (_, hours, now, opens) => {
  expect(opensAt(hours, new Date(now))).toEqual(opens === null ? null : new Date(opens));
});

const AWAY: InboxRules = {
  ...NO_RULES,
  hours: shop("UTC"),
  away: { text: "Later", template: { name: "later", language: "en" } },
};
/** What is answered to a message of `at` that is processed at `now`. */
const answered = (at: string, now = at, rules = AWAY) =>
  JSON.parse(rulesFor(rules, new Date(at), { now: new Date(now) }) ?? "{}").away?.type;

test("the text is sent, the template where there is none, and nothing about other hours", () => {
  expect(answered("2026-11-20T19:00:00Z")).toBe("text");
  const onlyTemplate = { ...AWAY, away: { template: { name: "later", language: "en" } } };
  expect(answered("2026-11-20T19:00:00Z", "2026-11-21T20:00:00Z", onlyTemplate)).toBe("template");
  expect(answered("2026-11-20T17:00:00Z", "2026-11-20T19:00:00Z")).toBeUndefined();
  expect(answered("2026-11-19T19:00:00Z", "2026-11-20T19:00:00Z")).toBeUndefined();
  expect(answered("2026-11-20T19:00:00Z", "2026-11-23T09:00:00Z")).toBeUndefined();
  expect(rulesFor(NO_RULES, new Date())).toBeNull();
});
