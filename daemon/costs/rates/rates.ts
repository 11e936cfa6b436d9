import type { RateCardRow, RateRow } from "../../../db/costs/rate-cards.ts";

/** From so many messages of the calendar month on, each costs the amount. */
export type Tier = { above: number; amount: number };

/** What messages to a country cost. Those to all countries of its market are counted together, the lowest tier is first. */
export type Rate = { card_id: string; market: string; tiers: readonly Tier[] };

/** Where, what and when: the country by two letters (null: unknown), Meta's category, a day such as 2026-10-01. */
export type RateQuery = { country: string | null; category: string; day: string };

/** The rate by the card that is valid on the day; null where no card has one. */
export type RateOf = (query: RateQuery) => Rate | null;

/** Any country that a card does not name. */
export const ANY_COUNTRY = "*";

/** Categories of Meta's webhooks that its rate cards have no column for. */
const PRICED_AS: Readonly<Record<string, string>> = { marketing_lite: "marketing" };

/** Each of a group's people costs what they cost alone, without volume tiers (Meta, "Groups API Pricing"). */
const OF_GROUP = /^group_/;

type Card = Pick<RateCardRow, "id" | "valid_from">;

/** Finds rates in the cards, which come with the newest first. */
export function createRateOf(
  cards: readonly Card[],
  rows: readonly (RateRow & { card_id: string })[],
): RateOf {
  const rates = new Map<string, Rate & { tiers: Tier[] }>();
  for (const { card_id, country, category, market, above, amount } of rows) {
    const key = `${card_id} ${country} ${category}`;
    const rate = rates.get(key) ?? { card_id, market, tiers: [] };
    rate.tiers.push({ above, amount });
    rates.set(key, rate);
  }
  return ({ country, category, day }) => {
    const card = cards.find((one) => one.valid_from <= day);
    if (card === undefined) return null;
    const name = categoryOf(category);
    const find = (place: string, what: string) => {
      const rate = rates.get(`${card.id} ${place} ${what}`);
      return rate && OF_GROUP.test(name) ? { ...rate, tiers: rate.tiers.slice(0, 1) } : rate;
    };
    const inPlace = (place: string) =>
      find(place, name) ?? find(place, PRICED_AS[name] ?? name.replace(OF_GROUP, ""));
    return inPlace(country ?? ANY_COUNTRY) ?? inPlace(ANY_COUNTRY) ?? null;
  };
}

/** Meta's name of a category as records have it: `Authentication-International` is `authentication_international`. */
export function categoryOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}
