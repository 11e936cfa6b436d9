import { dayAfter } from "../../../db/costs/days.ts";
import { lastDayOf, weekdayOf } from "./days.ts";

/** How the days that are left are expected: each as its weekday was, or all as the mean day; null: too little is known. */
export type Pace = "weekday" | "day" | null;

export type Forecast = { amount: number | null; pace: Pace; since: string | null };

/** What a weekday costs is known after so many days. */
const FOUR_WEEKS = 28;
const WEEK = 7;
/** Days whose costs are looked at: a week more, for one may be closed on the first days of four weeks. */
export const DAYS_BACK = FOUR_WEEKS + WEEK;

/**
 * What a month costs in the end: what is spent, and from today on each day as the same weekday in the last four weeks; if
 * less is known, as the mean day since the first one. A day that cost more already counts with that.
 */
export function forecastOf(today: string, costs: ReadonlyMap<string, number>): Forecast {
  const first = [...costs.keys()].sort()[0] ?? today;
  const known = daysBefore(today, FOUR_WEEKS).filter((day) => day >= first);
  if (known.length < WEEK) return { amount: null, pace: null, since: null };
  const pace = known.length === FOUR_WEEKS ? "weekday" : "day";
  const meanOf = (days: readonly string[]) =>
    days.reduce((sum, day) => sum + (costs.get(day) ?? 0), 0) / days.length;
  const usual = (day: string) =>
    meanOf(pace === "day" ? known : known.filter((one) => weekdayOf(one) === weekdayOf(day)));
  const amounts = daysOfMonth(today).map((day) => {
    const spent = costs.get(day) ?? 0;
    return day < today ? spent : Math.max(spent, usual(day));
  });
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  return { amount: Math.round(amount * 10_000) / 10_000, pace, since: known[0] ?? null };
}

/** So many days before one, in their order. */
function daysBefore(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAfter(day, at - count));
}

function daysOfMonth(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`;
  return Array.from({ length: Number(lastDayOf(day).slice(8)) }, (_, at) => dayAfter(first, at));
}
