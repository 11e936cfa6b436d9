import { dayAfter } from "./days.ts";
import type { CostFilter, SummedGroup } from "./question.ts";

/** Days for which sums of one kind are read: first and last, both included. */
export type Part = { span: Span; first: string; last: string };

/** The kinds of sums; see add_costs (sums.sql). */
type Span = "day" | "month" | "total" | Dimension;
type Dimension = "country" | "key" | "broadcast";

/** Which sums answer a question, each day once: those with the fewest rows. */
export function partsOf(
  { from, to, country, broadcastId, key }: CostFilter,
  groupBy: SummedGroup,
): [Part, ...Part[]] {
  const [only, other] = dimensionsOf({ country, broadcastId, key }, groupBy);
  if (only === undefined) return [{ span: "total", first: from, last: to }];
  const first = from.endsWith("-01") ? from : monthBegin(from, 1);
  const last = isMonthEnd(to) ? to : dayAfter(monthBegin(to, 0), -1);
  if (groupBy === "day" || first > last) return [{ span: "day", first: from, last: to }];
  return [
    { span: other === undefined ? only : "month", first, last },
    ...(from < first ? [{ span: "day" as const, first: from, last: dayAfter(first, -1) }] : []),
    ...(last < to ? [{ span: "day" as const, first: dayAfter(last), last: to }] : []),
  ];
}

/** What a question is about beside channels and categories. */
function dimensionsOf(
  { country, broadcastId, key }: Pick<CostFilter, "country" | "broadcastId" | "key">,
  groupBy: SummedGroup,
): Dimension[] {
  const given = { country, broadcast: broadcastId, key };
  return (["country", "key", "broadcast"] as const).filter(
    (name) => (groupBy === "user" ? "key" : groupBy) === name || given[name] !== undefined,
  );
}

/** Whether a day is the last of its month. */
export function isMonthEnd(day: string): boolean {
  return dayAfter(day).endsWith("-01");
}

/** The first day of the month that comes so many after that of a day. */
function monthBegin(day: string, after: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + after, 1)).toISOString().slice(0, 10);
}
