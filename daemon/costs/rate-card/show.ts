import type { RateCardRow, RateRow } from "../../../db/costs/rate-cards.ts";
import type { Static } from "../../lib/typebox.ts";
import { countriesOf } from "../rates/markets.ts";
import { ANY_COUNTRY, type Tier } from "../rates/rates.ts";
import type { CardSchema, CardsSchema } from "./schema.ts";

type Validity = Static<typeof CardsSchema>["cards"][number];

/** Since when a card is valid, and until when: the day before the next one. */
export function showValidity(
  { currency, valid_from }: Pick<RateCardRow, "currency" | "valid_from">,
  cards: readonly RateCardRow[],
): Validity {
  const later = cards.filter((one) => one.valid_from > valid_from);
  const next = later.map((one) => one.valid_from).sort()[0];
  return { currency, valid_from, valid_until: next === undefined ? null : dayBefore(next) };
}

/** A card as the API shows it: by market, as it can be put again. */
export function showCard(
  card: RateCardRow,
  cards: readonly RateCardRow[],
  rates: readonly RateRow[],
): Static<typeof CardSchema> {
  const prices: Static<typeof CardSchema>["prices"] = {};
  const countries: Record<string, string[]> = {};
  const ofMarket = Map.groupBy(rates, ({ market }) => market);
  for (const [market, rows] of ofMarket) {
    countries[market] = [...new Set(rows.map(({ country }) => country))].sort();
    // all countries of a market have the same rates
    const first = rows.filter(({ country }) => country === countries[market]?.[0]);
    const byCategory = Map.groupBy(first, ({ category }) => category);
    prices[market] = Object.fromEntries([...byCategory].map(([name, tiers]) => [name, showTiers(tiers)]));
  }
  const { id, created_at } = card;
  const { currency, valid_from, valid_until } = showValidity(card, cards);
  const shown = {
    id,
    currency,
    valid_from,
    valid_until,
    created_at: created_at.toISOString(),
    prices,
    countries,
  };
  return { ...shown, notes: notesOf(shown) };
}

/** From this day on, Meta charges for answers. */
const ANSWERS_CHARGED_FROM = "2026-10-01";

/** What has no price by a card although it is charged. */
export function notesOf({
  valid_until,
  prices,
}: Pick<Static<typeof CardSchema>, "valid_until" | "prices">): string[] {
  if (valid_until !== null && valid_until < ANSWERS_CHARGED_FROM) return [];
  const without = Object.keys(prices).filter((market) => prices[market]?.service === undefined);
  const elsewhere = Object.keys(prices).find((market) => countriesOf(market)?.includes(ANY_COUNTRY));
  // a market without a price has that of all others
  if (without.length === 0 || (elsewhere !== undefined && !without.includes(elsewhere))) return [];
  const where =
    without.length === Object.keys(prices).length
      ? ""
      : ` in ${without.slice(0, 5).join(", ")}${without.length > 5 ? ` and ${without.length - 5} more` : ""}`;
  return [
    `The card has no service prices${where}: answers have no price by it, although Meta charges for them since ${ANSWERS_CHARGED_FROM}.`,
  ];
}

function showTiers(rates: readonly RateRow[]): number | Tier[] {
  const tiers = rates.map(({ above, amount }) => ({ above, amount }));
  return tiers.length === 1 && tiers[0] !== undefined ? tiers[0].amount : tiers;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 3600_000).toISOString().slice(0, 10);
}
