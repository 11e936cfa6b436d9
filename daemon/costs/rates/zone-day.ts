import { isZone } from "../../lib/time/local-time.ts";

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
