const DAY_MS = 24 * 3600_000;

/** The day so many after one such as 2026-10-01; before it where that is negative. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
