import { FormatRegistry } from "../../lib/typebox.ts";
import "elysia";

/** Years that JavaScript, Postgres and RFC 3339 all have. */
const YEARS = { first: 1, last: 9999 };

/**
 * Bounds the format `date-time`, as Elysia reads it, to the years that can be
 * stored: JavaScript knows a year 0000, and years beyond 9999.
 */
export function boundTimes(): void {
  const isTime = FormatRegistry.Get("date-time");
  if (isTime === undefined || isTime === isBoundTime) return;
  readTime = isTime;
  FormatRegistry.Set("date-time", isBoundTime);
}

let readTime: (text: string) => boolean = () => false;

function isBoundTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return readTime(text) && year >= YEARS.first && year <= YEARS.last;
}
