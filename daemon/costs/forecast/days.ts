/** The last day of a day's month. */
export function lastDayOf(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
