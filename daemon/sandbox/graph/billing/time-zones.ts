/** Zones change their offset at quarters of an hour. */
const QUARTER_MS = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, { quarter: number; day: string }>();

/** The day in a zone, such as 2026-10-31, at a time in milliseconds. */
export function dayIn(zone: string, at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const before = days.get(zone);
  if (before?.quarter === quarter) return before.day;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  formats.set(zone, format);
  const day = format.format(at);
  days.set(zone, { quarter, day });
  return day;
}

/** When a day begins in a zone, in milliseconds: a day has 23 to 25 hours. */
export function startOf(zone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // no zone is further than 14 hours from UTC
  let at = noon - 26 * 3_600_000;
  while (dayIn(zone, at) < day) at += QUARTER_MS;
  return at;
}
