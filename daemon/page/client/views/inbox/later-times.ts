import { daemonNow } from "../../api/clock.ts";

const HOUR_MS = 3_600_000;
const MORNING = 9;
const MONDAY = 1;

/** Moments that people put things off to, by the browser's calendar and the daemon's clock: the browser's may be hours wrong. */
export type LaterTimes = { inAnHour: Date; tomorrow: Date; monday: Date };

export function laterTimes(now = new Date(daemonNow())): LaterTimes {
  const days = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return {
    inAnHour: new Date(now.getTime() + HOUR_MS),
    tomorrow: morning(now, 1),
    monday: morning(now, days),
  };
}

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
