import type { LedgerRow } from "../../../db/costs/invoice/ledger.ts";
import type { Charge } from "../../providers/charges.ts";

/** Why the ledger and the invoice differ. */
export type Reason =
  | "not_reported"
  | "not_charged"
  | "another_day"
  | "another_category"
  | "another_country"
  | "another_rate"
  | "max_price"
  | "tier_order"
  | "no_rate";

/** Messages of one day, country and category; of free ones the category is null, since Meta gives them several. */
export type Place = { day: string; country: string; category: string | null; isFree: boolean };
export type Counted = { messages: number; amount: number | null };
export type Difference = Place & { reason: Reason; ledger: Counted; invoice: Counted };

type Line = Place & { ledger: Counted; invoice: Counted; unpriced: number };

/** Rates have at most four decimal places. */
export const LEAST = 0.00005;

/**
 * Where the ledger of a number and its invoice differ. Without `comparesAmounts`, as when they are in different
 * currencies, only messages are compared.
 */
export function compare(
  ledger: readonly LedgerRow[],
  charges: readonly Charge[],
  comparesAmounts: boolean,
): Difference[] {
  const lines = [...linesOf(ledger, charges).values()];
  const moved = movedOf(lines.filter((line) => more(line) !== 0));
  const counted = lines.filter((line) => more(line) !== 0).map((line) => withReason(line, moved));
  return comparesAmounts ? [...counted, ...byRate(lines)] : counted;
}

function linesOf(ledger: readonly LedgerRow[], charges: readonly Charge[]): Map<string, Line> {
  const lines = new Map<string, Line>();
  const lineOf = (place: Place) => {
    const key = JSON.stringify([place.day, place.country, place.category]);
    const none = () => ({ messages: 0, amount: 0 });
    const line = lines.get(key) ?? { ...place, ledger: none(), invoice: none(), unpriced: 0 };
    lines.set(key, line);
    return line;
  };
  for (const { day, country, category, messages, free, unpriced, amount } of ledger) {
    if (free > 0) add(lineOf({ day, country, category: null, isFree: true }).ledger, free, 0);
    if (messages === free) continue;
    const line = lineOf({ day, country, category, isFree: false });
    line.unpriced += unpriced;
    add(line.ledger, messages - free, amount);
  }
  for (const { day, country, category, isFree, messages, amount } of charges) {
    const line = lineOf({ day, country, category: isFree ? null : category, isFree });
    add(line.invoice, messages, isFree ? 0 : amount);
  }
  return lines;
}

function add(to: Counted, messages: number, amount: number | null): void {
  to.messages += messages;
  to.amount = amount === null || to.amount === null ? null : to.amount + amount;
}

/** How many messages the invoice has more than the ledger. */
function more({ ledger, invoice }: Line): number {
  return invoice.messages - ledger.messages;
}

/** Lines that lack what a neighbour has too much, and in what the two differ. */
function movedOf(lines: readonly Line[]): Map<Line, Reason> {
  const moved = new Map<Line, Reason>();
  for (const line of lines) {
    for (const other of lines) {
      if (moved.has(line) || moved.has(other) || more(line) + more(other) !== 0) continue;
      const reason = neighbours(line, other);
      if (reason !== null) moved.set(line, reason).set(other, reason);
    }
  }
  return moved;
}

function neighbours(line: Line, other: Line): Reason | null {
  const [day, country] = [line.day === other.day, line.country === other.country];
  const category = line.category === other.category;
  if (country && category && !day) return "another_day";
  if (day && country && !category) return "another_category";
  return day && category && !country ? "another_country" : null;
}

function withReason(line: Line, moved: ReadonlyMap<Line, Reason>): Difference {
  const { unpriced: _, ...difference } = line;
  const reason = moved.get(line) ?? (more(line) > 0 ? "not_reported" : "not_charged");
  return { ...difference, reason };
}

/** As many messages, another amount. */
function byRate(lines: readonly Line[]): Difference[] {
  return lines
    .filter((line) => !line.isFree && more(line) === 0)
    .filter((line) => line.unpriced > 0 || Math.abs(costsMore(line)) >= LEAST)
    .map(({ unpriced, ...line }) => ({ ...line, reason: unpriced > 0 ? "no_rate" : "another_rate" }));
}

/**
 * With those differences of rates named that make up for each other. Which messages of a month are in which volume tier depends on
 * their order, which the two may see differently, also of different numbers of a business: that makes nothing unequal where
 * the amounts of a category are the same in the month.
 */
export function withTierOrder(ofNumbers: readonly (readonly Difference[])[]): Difference[][] {
  const apart = new Map<string | null, number>();
  for (const one of ofNumbers.flat().filter(({ reason }) => reason === "another_rate"))
    apart.set(one.category, (apart.get(one.category) ?? 0) + costsMore(one));
  const isOrder = ({ reason, category }: Difference) =>
    reason === "another_rate" && Math.abs(apart.get(category) ?? 0) < LEAST;
  return ofNumbers.map((differences) =>
    differences.map((one) => (isOrder(one) ? { ...one, reason: "tier_order" } : one)),
  );
}

/** How much more the invoice has; zero where one of both is not known. */
export function costsMore({ ledger, invoice }: Pick<Line, "ledger" | "invoice">): number {
  return invoice.amount === null || ledger.amount === null ? 0 : invoice.amount - ledger.amount;
}
