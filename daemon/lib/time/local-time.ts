/** The days of the week as rules write them, from Sunday. */
export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of the week from Sunday, the minute of the day, and the milliseconds into that minute, in a zone. */
export function localTime(zone: string, now: Date): { day: number; minute: number; ms: number } {
  let format = formats.get(zone);
  if (format === undefined) {
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    format = new Intl.DateTimeFormat("en", { timeZone: zone, weekday: "short", ...clock });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.findIndex((one) => one === (parts.weekday ?? "").toLowerCase()),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    ms: now.getTime() % MINUTE_MS,
  };
}

/** The minute of the day that a text such as `09:30` names. */
export function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

const known = new Map<string, boolean>();

/** Whether this is a time zone, such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const is = canFormat(zone);
  if (known.size < 1000) known.set(zone, is);
  return is;
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
