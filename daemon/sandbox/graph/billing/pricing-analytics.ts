import { type GraphFailure, parameterError } from "../http/errors.ts";
import { numberOf } from "./amount.ts";
import type { Biller } from "./biller.ts";
import type { Line } from "./invoice.ts";
import { dayIn, startOf } from "./time-zones.ts";

type Filters = ReadonlyMap<string, readonly string[]>;
type Point = Record<string, unknown> & { start: number; end: number; volume: number };
type Group = { key: object; lines: Line[] };

/** How each dimension names itself in a data point, and its value. */
const DIMENSIONS: Record<string, (line: Line) => object> = {
  PHONE: ({ phoneNumber }) => ({ phone_number: phoneNumber }),
  COUNTRY: ({ country }) => ({ country }),
  TIER: ({ tier }) => (tier === null ? {} : { tier }),
  PRICING_TYPE: ({ type }) => ({ pricing_type: shouted(type) }),
  PRICING_CATEGORY: ({ category }) => ({ pricing_category: shouted(category) }),
};

const PERIODS: Record<string, (day: string) => { first: string; next: string }> = {
  DAILY: (day) => ({ first: day, next: dayAfter(day) }),
  MONTHLY: (day) => ({ first: `${day.slice(0, 7)}-01`, next: monthAfter(day) }),
};

/**
 * `pricing_analytics` of an account (Meta, "Analytics"): what was delivered between two times, by days or months of the
 * account's time zone and the wanted dimensions, the newest first.
 */
export function pricingAnalytics({ accounts, invoice }: Biller, wabaId: string, filters: Filters) {
  const zone = accounts.zoneOf(wabaId);
  const [start, end] = ["start", "end"].map((name) => Number(filters.get(name)?.[0]));
  const granularity = filters.get("granularity")?.[0] ?? "";
  const period = PERIODS[granularity];
  const wrong = wrongFilter(filters, start, end, period);
  if (wrong !== null || start === undefined || end === undefined || period === undefined)
    return wrong ?? parameterError("Param start must be a unix timestamp");
  const found = invoice.lines(wabaId, dayIn(zone, start * 1_000), dayIn(zone, end * 1_000 - 1));
  const groups = grouped(found.filter(wantedBy(filters)), filters.get("dimensions") ?? [], period);
  const points = groups.map(({ key, lines }) => pointOf(zone, key, lines, period));
  return { data: [{ data_points: points.sort((one, other) => other.start - one.start) }] };
}

function wrongFilter(filters: Filters, start = NaN, end = NaN, period: unknown): GraphFailure | null {
  if (!Number.isInteger(start)) return parameterError("Param start must be a unix timestamp");
  if (!Number.isInteger(end) || end <= start)
    return parameterError("Param end must be a unix timestamp after start");
  if (period === undefined) return parameterError("Param granularity must be one of {DAILY, MONTHLY}");
  const unknown = (filters.get("dimensions") ?? []).find((name) => DIMENSIONS[name] === undefined);
  if (unknown === undefined) return null;
  return parameterError(
    `Param dimensions must be one of {${Object.keys(DIMENSIONS).join(", ")}} - got "${unknown}".`,
  );
}

/** An empty filter takes all. */
function wantedBy(filters: Filters): (line: Line) => boolean {
  const takes = (name: string, value: string) => {
    const wanted = filters.get(name) ?? [];
    return wanted.length === 0 || wanted.includes(value);
  };
  return (line) =>
    takes("phone_numbers", line.phoneNumber) &&
    takes("country_codes", line.country) &&
    takes("pricing_types", shouted(line.type)) &&
    takes("pricing_categories", shouted(line.category));
}

function grouped(
  lines: Line[],
  dimensions: readonly string[],
  period: (day: string) => { first: string },
): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const key = Object.assign({}, ...dimensions.map((name) => DIMENSIONS[name]?.(line)));
    const text = JSON.stringify([period(line.day).first, key]);
    const group: Group = groups.get(text) ?? { key, lines: [] };
    group.lines.push(line);
    groups.set(text, group);
  }
  return [...groups.values()];
}

/** Without a rate card there is no cost, as for accounts that somebody else pays for. */
function pointOf(
  zone: string,
  key: object,
  lines: Line[],
  period: (day: string) => { first: string; next: string },
): Point {
  const { first, next } = period(lines[0]?.day ?? "");
  const costs = lines.flatMap(({ units }) => units ?? []);
  const cost = costs.length === 0 ? {} : { cost: numberOf(costs.reduce((sum, units) => sum + units, 0n)) };
  const volume = lines.reduce((sum, { messages }) => sum + messages, 0);
  const times = { start: startOf(zone, first) / 1_000, end: startOf(zone, next) / 1_000 };
  return { ...times, ...key, volume, ...cost };
}

function shouted(text: string): string {
  return text.toUpperCase().replaceAll("-", "_");
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
