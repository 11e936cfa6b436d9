const DAY_MS = 86_400_000;

/** The day so many after one such as 2026-10-01; before it where that is negative. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of a day's month. */
export function lastDayOf(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
