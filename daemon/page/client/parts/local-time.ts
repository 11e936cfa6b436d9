/** A moment in the browser's format of a local time: `2026-11-21T09:30`. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
