import { DAY_MINUTES, DAYS, localTime, MINUTE_MS, minuteOf } from "../../lib/time/local-time.ts";
import type { Plan } from "../plan/plan.ts";

type Window = NonNullable<Plan["window"]>;

/**
 * How many milliseconds until a window opens in a zone; 0 while it is open. One that ends before it begins continues past
 * midnight, and is of the day on which it begins.
 */
export function opensIn({ from, to, days }: Window, zone: string, now: Date): number {
  const { day, minute, ms } = localTime(zone, now);
  const [opens, closes] = [minuteOf(from), minuteOf(to)];
  const isDay = (ahead: number) =>
    days === undefined || days.some((one) => one === DAYS[(day + ahead + 7) % 7]);
  const overMidnight = closes < opens;
  if (isDay(0) && minute >= opens && (overMidnight || minute < closes)) return 0;
  if (isDay(-1) && overMidnight && minute < closes) return 0;
  const first = isDay(0) && minute < opens ? 0 : 1;
  const ahead = Array.from({ length: 7 }, (_, index) => first + index).find(isDay) ?? first;
  return (ahead * DAY_MINUTES + opens - minute) * MINUTE_MS - ms;
}

/** The share of a week in which a window is open. */
export function shareOpen({ from, to, days }: Window): number {
  const minutes = (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return (minutes / DAY_MINUTES) * ((days?.length ?? 7) / 7);
}
