import type { Plan } from "../plan/plan.ts";

type Window = NonNullable<Plan["window"]>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/**
 * How many milliseconds until a window opens in a zone; 0 while it is open. One that ends before it begins continues past
 * midnight, and is of the day on which it begins.
 */
export function opensIn({ from, to, days }: Window, zone: string, now: Date): number {
  const { day, minute, ms } = localTime(zone, now);
  const [opens, closes] = [minuteOf(from), minuteOf(to)];
  const isDay = (ahead: number) =>
    days === undefined || days.some((one) => one === WEEK[(day + ahead + 7) % 7]);
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

function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of the week from Sunday, the minute of the day, and the milliseconds into that minute. */
function localTime(zone: string, now: Date): { day: number; minute: number; ms: number } {
  let format = formats.get(zone);
  if (format === undefined) {
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    format = new Intl.DateTimeFormat("en", { timeZone: zone, weekday: "short", ...clock });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: WEEK.indexOf((parts.weekday ?? "").toLowerCase()),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    ms: now.getTime() % MINUTE_MS,
  };
}
