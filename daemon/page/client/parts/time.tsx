import { useSyncExternalStore } from "react";
import { relative, span, time } from "../../languages/forms.ts";
import { daemonNow } from "../api/clock.ts";
import { WORDS } from "../words.ts";

const UNITS: readonly [Parameters<typeof relative>[1], number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const TICK_MS = 30_000;
const DAYS_AHEAD_SECONDS = 2 * 86_400;
/** The daemon's clock may be a little ahead of the browser's. */
const SKEW_SECONDS = 1;

/** A moment, such as "5 min ago" or "Feb 24, 2027"; the exact one when it is pointed at. Nothing for null. */
export function Time({ at }: { at: string | null | undefined }) {
  useNow();
  if (at === null || at === undefined) return null;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeInWords(at, daemonNow())}
    </time>
  );
}

/** "5 min ago", "in 20 hr", "now"; what is days ahead, as an end is, by its date. */
export function timeInWords(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  if (seconds >= DAYS_AHEAD_SECONDS) return time(at, "date");
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  if (unit === "second") return seconds > SKEW_SECONDS ? WORDS.inAMoment : WORDS.justNow;
  return relative(Math.trunc(seconds / size), unit);
}

/** A moment by the browser's clock and calendar. */
export function exactTime(at: string): string {
  return time(at, "exact");
}

/** A moment by the browser's clock and calendar, without its seconds: for those that people choose. */
export function minuteTime(at: Date): string {
  return time(at, "minute");
}

/** The same, by the clock alone when it is today. */
export function shortTime(at: Date): string {
  const isToday = at.toDateString() === new Date(daemonNow()).toDateString();
  return time(at, isToday ? "clock" : "minute");
}

/** How long something takes, rounded down: "5 min", "3 hr", "2 days". */
export function spanInWords(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours >= 48) return span(Math.floor(hours / 24), "day");
  return hours > 0 ? span(hours, "hour") : span(Math.max(1, Math.floor(ms / 60_000)), "minute");
}

/** The time in milliseconds, which moves on twice a minute, for all who ask at once. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

let now = daemonNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = daemonNow();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = daemonNow();
  for (const listener of listeners) listener();
}
