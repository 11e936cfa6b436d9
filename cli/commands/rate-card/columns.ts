import type { Price, RateCard, RateCards } from "../../lib/api/types/costs.ts";
import type { Column } from "../../lib/output/column.ts";

/** A line of a card: what messages to a market cost. */
export type Market = { market: string; prices: RateCard["prices"][string]; countries: string[] };

const CATEGORIES = ["marketing", "utility", "authentication", "authentication_international", "service"];

export const marketColumns: Column<Market>[] = [
  { title: "market", value: ({ market }) => market, cut: 20 },
  ...CATEGORIES.map((category) => ({
    title: category.replace("_", " "),
    value: ({ prices }: Market) => shownPrice(prices[category]),
    ...(category === "authentication_international" ? { optional: 2 } : {}),
  })),
  { title: "countries", value: ({ countries }) => countries, optional: 3 },
];

export const cardColumns: Column<RateCards>[] = [
  { title: "currency", value: ({ card }) => card?.currency },
  { title: "valid from", value: ({ card }) => card?.valid_from },
  { title: "valid until", value: ({ card }) => card?.valid_until },
  { title: "markets", value: ({ card }) => card && Object.keys(card.prices).length },
  { title: "counting since", value: ({ counting_since }) => counting_since, optional: 2 },
  { title: "notes", value: ({ card }) => card?.notes.join(" ") },
  { title: "cards", value: ({ cards }) => cards.map((one) => `${one.currency} from ${one.valid_from}`) },
];

/** `0.0456; 0.0433 above 100000`. */
function shownPrice(price: Price | undefined): string | number | null {
  if (price === undefined) return null;
  if (typeof price === "number") return price;
  return price
    .map(({ above, amount }) => (above === 0 ? `${amount}` : `${amount} above ${above}`))
    .join("; ");
}
