import { isZone } from "./local-time.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment by the clocks of a zone, such as 2026-10-01; by UTC where the zone is unknown. */
export function dayIn(zone: string | null, at: Date): string {
  if (zone === null || !isZone(zone)) return at.toISOString().slice(0, 10);
  let format = formats.get(zone);
  if (format === undefined) {
    // as ISO 8601 writes dates
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
    formats.set(zone, format);
  }
  return format.format(at);
}

const QUARTER_MS = 900_000;
/** No zone is further from UTC. */
const FURTHEST_MS = 14 * 3600_000;

/** When a day such as 2026-10-01 begins by the clocks of a zone, in milliseconds since 1970; by UTC where it is unknown. */
export function startOfDay(zone: string | null, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // days begin at different times, and not all at midnight: where clocks go forward then, one begins at 1:00
  let at = midnight - FURTHEST_MS;
  while (dayIn(zone, new Date(at)) < day) at += QUARTER_MS;
  return at;
}
