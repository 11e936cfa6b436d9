import { usageFailure } from "../failures/failure.ts";

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const FORMAT = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/;

/** Milliseconds of `500ms`, `60s`, `5m`, `2h`, `30d` or `1w`; a usage failure otherwise. */
export function parseDuration(text: string): number {
  const parts = FORMAT.exec(text.trim());
  const unit = parts?.[2];
  if (unit === undefined || !(unit in UNITS)) {
    throw usageFailure(`'${text}' is not a duration`, "Write a number and a unit: 500ms, 60s, 5m, 2h, 30d.");
  }
  return Number(parts?.[1]) * UNITS[unit as keyof typeof UNITS];
}

/**
 * A time given as a duration from now (`direction` 1) or before now (-1), or as
 * an ISO 8601 date; one without a zone is of this machine's.
 */
export function parseTime(text: string, direction: 1 | -1, now: Date = new Date()): string {
  const isSpan = FORMAT.test(text.trim());
  const time = isSpan ? new Date(now.getTime() + direction * parseDuration(text)) : parseDate(text.trim());
  // a span can lead beyond all dates
  if (time === null || Number.isNaN(time.getTime())) {
    throw usageFailure(
      `'${text}' is neither a duration nor a date`,
      "Write for example 30d, 12h or 2027-01-31T12:00:00Z.",
    );
  }
  return time.toISOString();
}

/** The time that an option names, so long ago or a date; nothing where it names none. */
export function ago(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseTime(text, -1);
}

/** The time that an option names, so long from now or a date; nothing where it names none. */
export function fromNow(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseTime(text, 1);
}

/** The duration that an option names in whole seconds; nothing where it names none. */
export function secondsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.round(parseDuration(text) / 1000);
}

/** JavaScript alone reads dates without a time as UTC, those with one as local, and 30 February as a day in March. */
function parseDate(text: string): Date | null {
  const [, date, clock = "00:00", zone = ""] = DATE.exec(text) ?? [];
  if (date === undefined) return null;
  const [time, day] = [new Date(`${date}T${clock}${zone}`), new Date(`${date}T00:00Z`)];
  const exists = !Number.isNaN(time.getTime()) && day.toISOString().startsWith(date);
  return exists ? time : null;
}

/** `3s`, `5m`, `2h`, `4d`: how much time lies between two moments, for people. */
export function describeAge(time: string, now: Date = new Date()): string {
  const distance = now.getTime() - new Date(time).getTime();
  if (Number.isNaN(distance)) return time;
  return distance >= 0 ? `${describeSpan(distance)} ago` : `in ${describeSpan(-distance)}`;
}

/** The same without saying when. */
export function describeSpan(spanMs: number): string {
  for (const unit of ["d", "h", "m"] as const) {
    if (spanMs >= UNITS[unit]) return `${Math.floor(spanMs / UNITS[unit])}${unit}`;
  }
  return `${Math.floor(spanMs / UNITS.s)}s`;
}
