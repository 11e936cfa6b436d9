import { isObject } from "../../lib/objects.ts";

/** The `basis` of a price that no card says: the most that the template may cost. */
export const MAX_PRICE = "max_price";

/** What the highest price is said with; anything else, such as other prices by country, may change it. */
const KNOWN = ["bid_amount", "bid_strategy"];

/**
 * The most that one delivery of a template may cost, by its `optimization_spec`: `bid_amount` is that of 1,000, in the
 * currency's smallest unit (Meta, "Set a max price for marketing messages"). Null where it says more than that: then nobody
 * knows. Undefined without one: the rate card says it.
 */
export function maxPriceOf(spec: string | null, currency: string): number | null | undefined {
  if (spec === null) return undefined;
  const given: unknown = JSON.parse(spec);
  if (!isObject(given) || typeof given.bid_amount !== "number") return null;
  if (Object.keys(given).some((name) => !KNOWN.includes(name))) return null;
  return Number((given.bid_amount / 1000 / 10 ** decimalsOf(currency)).toFixed(10));
}

function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}
