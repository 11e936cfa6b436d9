import { DAY_MINUTES, DAYS, localTime, MINUTE_MS, minuteOf } from "../../lib/time/local-time.ts";

export type Hours = {
  zone: string;
  days: readonly { day: (typeof DAYS)[number]; from: string; to: string }[];
};

const WEEK_MINUTES = 7 * DAY_MINUTES;

/**
 * When it opens next, by the clocks of its zone; null while it is open. Hours that end before they begin continue past
 * midnight.
 */
export function opensAt({ zone, days }: Hours, now: Date): Date | null {
  const { day, minute, ms } = localTime(zone, now);
  const nowMinute = day * DAY_MINUTES + minute;
  const waits = days.map((one) => {
    const opens = DAYS.indexOf(one.day) * DAY_MINUTES + minuteOf(one.from);
    const length = (minuteOf(one.to) - minuteOf(one.from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    const since = (nowMinute - opens + WEEK_MINUTES) % WEEK_MINUTES;
    return since < length ? 0 : WEEK_MINUTES - since;
  });
  const wait = Math.min(...waits);
  if (wait === 0) return null;
  return onClock(zone, new Date(now.getTime() - ms + wait * MINUTE_MS), (nowMinute + wait) % WEEK_MINUTES);
}

/** The time near another one at which the clocks of a zone show a minute of the week: they may be changed meanwhile. */
function onClock(zone: string, near: Date, wanted: number): Date {
  const { day, minute } = localTime(zone, near);
  const off = ((day * DAY_MINUTES + minute - wanted + WEEK_MINUTES * 1.5) % WEEK_MINUTES) - WEEK_MINUTES / 2;
  return new Date(near.getTime() - off * MINUTE_MS);
}
