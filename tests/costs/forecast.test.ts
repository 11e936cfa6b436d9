/** What a month will cost, from the days that are known. */
import { expect, test } from "bun:test";
import { weekdayOf } from "../../daemon/costs/forecast/days.ts";
import { DAYS_BACK, forecastOf } from "../../daemon/costs/forecast/forecast.ts";
import { dayAfter } from "../../db/costs/days.ts";

/** So many days before one cost what a rule says. */
function spent(today: string, count: number, amount: (day: string) => number): Map<string, number> {
  const days = Array.from({ length: count }, (_, at) => dayAfter(today, at - count));
  return new Map(days.flatMap((day) => (amount(day) === 0 ? [] : [[day, amount(day)]])));
}

test("after four weeks, each day that is left counts as its weekday", () => {
  // 10 on Mondays, 1 on other days; from Saturday 28 November on, there is one more Monday
  const costs = spent("2026-11-28", 40, (day) => (weekdayOf(day) === 1 ? 10 : 1));
  const november = 4 * 10 + 23 * 1;
  expect(forecastOf("2026-11-28", costs)).toEqual({
    ...{ amount: november + 1 + 1 + 10, pace: "weekday", since: "2026-10-31" },
  });
});

test("a day that cost more than usual already counts with that", () => {
  const costs = spent("2026-11-28", 40, () => 2).set("2026-11-28", 50);
  expect(forecastOf("2026-11-28", costs).amount).toBe(27 * 2 + 50 + 2 * 2);
  expect(forecastOf("2026-11-28", costs.set("2026-11-28", 1)).amount).toBe(30 * 2);
});

test("a shop that is closed at the beginning of the four weeks still has weekdays", () => {
  const costs = spent("2026-11-28", DAYS_BACK, (day) => ([0, 6].includes(weekdayOf(day)) ? 0 : 1));
  expect(forecastOf("2026-11-28", costs)).toMatchObject({ amount: 20 + 1, pace: "weekday" });
});

test("with less than four weeks, each day counts as the mean one, also one without costs", () => {
  const costs = spent("2026-11-28", 10, (day) => (day === "2026-11-20" ? 0 : 1));
  expect(forecastOf("2026-11-28", costs)).toEqual({ amount: 9 + 3 * 0.9, pace: "day", since: "2026-11-18" });
});

test("in the first week there is no forecast", () => {
  expect(
    forecastOf(
      "2026-11-28",
      spent("2026-11-28", 6, () => 1),
    ),
  ).toEqual({
    ...{ amount: null, pace: null, since: null },
  });
  expect(forecastOf("2026-11-28", new Map()).amount).toBeNull();
  expect(
    forecastOf(
      "2026-11-28",
      spent("2026-11-28", 7, () => 1),
    ).amount,
  ).toBe(7 + 3);
});

test("on the first day of a month, the month before says how it goes", () => {
  expect(
    forecastOf(
      "2026-02-01",
      spent("2026-02-01", 35, () => 1),
    ).amount,
  ).toBe(28);
});
