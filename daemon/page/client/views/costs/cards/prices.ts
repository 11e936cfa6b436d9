type Price = number | { above: number; amount: number }[];
/** By market and category. */
export type Prices = Readonly<Record<string, Readonly<Record<string, Price>>>>;

/** What messages are charged by, in the order of a form. */
export const CATEGORIES = ["marketing", "utility", "authentication", "service"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The prices of a market as they are typed: empty where there is none. */
export type PriceRow = {
  market: string | null;
  amounts: Readonly<Record<Category, string>>;
  /** What it had, of which volume tiers and further categories stay. */
  before: Readonly<Record<string, Price>>;
};

/** Any country that has no prices of its own. */
export const OTHER = "Other";
const NO_AMOUNTS = { marketing: "", utility: "", authentication: "", service: "" };

/** A market without prices. */
export function emptyRow(market: string | null): PriceRow {
  return { market, amounts: NO_AMOUNTS, before: {} };
}

/** The rows of a card, to be changed. */
export function rowsOf(prices: Prices): PriceRow[] {
  return Object.entries(prices).map(([market, before]) => {
    const amounts = CATEGORIES.map((category) => [category, firstAmount(before[category])] as const);
    return { market, amounts: { ...NO_AMOUNTS, ...Object.fromEntries(amounts) }, before };
  });
}

/** The prices that the rows say; those without a market say nothing. */
export function pricesOf(rows: readonly PriceRow[]): Prices {
  return Object.fromEntries(
    rows.flatMap(({ market, amounts, before }) => {
      const typed = CATEGORIES.filter((category) => amounts[category].trim() !== "");
      const kept = Object.entries(before).filter(([name]) => !CATEGORIES.some((one) => one === name));
      const prices = [
        ...kept,
        ...typed.map((name) => [name, priced(before[name], Number(amounts[name]))] as const),
      ];
      return market === null || prices.length === 0 ? [] : [[market, Object.fromEntries(prices)] as const];
    }),
  );
}

/** Whether prices were typed for nowhere. */
export function hasNoMarket({ market, amounts }: PriceRow): boolean {
  return market === null && Object.values(amounts).some((amount) => amount.trim() !== "");
}

function firstAmount(price: Price | undefined): string {
  if (price === undefined) return "";
  return String(typeof price === "number" ? price : (price[0]?.amount ?? ""));
}

/** The price with another amount: of tiers, the first one's. */
function priced(before: Price | undefined, amount: number): Price {
  if (!Array.isArray(before)) return amount;
  return before.map((tier, at) => (at === 0 ? { ...tier, amount } : tier));
}
