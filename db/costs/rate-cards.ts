import type { Queryable } from "../connection/client.ts";

/** The channel of notifications that a rate card has changed. */
export const RATES_CHANGED_CHANNEL = "waypost_rates_changed";

/** A rate card without its rates: valid from a day (such as 2026-10-01) until the next one in its currency. */
export type RateCardRow = { id: string; currency: string; valid_from: string; created_at: Date };

/** The amount of one message to a country (`*`: any other) after so many of the month. */
export type RateRow = { country: string; category: string; above: number; market: string; amount: number };

/** All rate cards, the newest first. */
export async function listRateCards(sql: Queryable): Promise<RateCardRow[]> {
  return await sql<RateCardRow[]>`
    select id, currency, valid_from::text, created_at from rate_cards order by valid_from desc, created_at desc, id desc`;
}

/** The rates of all cards, or of one, the lowest tier first. */
export async function listRates(
  sql: Queryable,
  cardId: string | null = null,
): Promise<(RateRow & { card_id: string })[]> {
  return await sql<(RateRow & { card_id: string })[]>`
    select card_id, country, category, above::float8 as above, market, amount::float8 as amount from rates
    where ${cardId}::text is null or card_id = ${cardId} order by card_id, country, category, above`;
}
