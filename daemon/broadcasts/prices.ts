import type { Queryable } from "../../db/connection/client.ts";
import { reachedInMonth } from "../../db/costs/reached.ts";
import { maxPriceOf } from "../costs/rates/max-price.ts";
import { countedBy, countryOfRecipient } from "../costs/rates/price.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import type { Tier } from "../costs/rates/rates.ts";
import { dayIn } from "../lib/time/zone-day.ts";
import { expectedPrice } from "../messages/accept/expected-price.ts";
import type { Plan } from "./plan/plan.ts";
import { wrong } from "./plan/wrong.ts";
import type { Route } from "./template/definition.ts";

/** What messages to a country cost: by the tiers of its market, of which the month has reached so many messages. */
export type Charge = { market: string; tiers: readonly Tier[]; reached: number };

/** What a broadcast's messages cost when they are sent; a country without a rate has no price. */
export type Prices = {
  currency: string;
  /** When they are sent. */
  at: Date;
  /** They cost so much or less: the template has a maximum price. */
  isAtMost: boolean;
  chargeOf(to: { address: string | null; userId: string | null }): Charge | null;
};

/**
 * The prices of a broadcast's template on the day on which it is sent, with what was reached of the month so far; null
 * where nothing is charged (a paired number), and without a rate card.
 */
export async function pricesFor(
  sql: Queryable,
  rateCards: Pick<RateCards, "rateOf" | "currencyOf">,
  { channel, definition: { category, optimization_spec: maxPrice } }: Route,
  at: Date,
): Promise<Prices | null> {
  const currency = rateCards.currencyOf(channel.organization_id);
  if (currency === null || channel.waba_id === null) return null;
  const counted = { ...countedBy(channel, category), month: dayIn(channel.time_zone, at).slice(0, 7) };
  const reached = await reachedInMonth(sql, channel.organization_id, counted);
  // few countries for many people
  const known = new Map<string | null, Charge | null>();
  const read = (to: { address: string | null; userId: string | null }): Charge | null => {
    const price = expectedPrice(rateCards, channel, { category, maxPrice, isAddressed: true, ...to, at });
    if (price?.tiers === undefined || price.tiers === null) return null;
    const market = price.market ?? "";
    return { market, tiers: JSON.parse(price.tiers) as Tier[], reached: reached.get(market) ?? 0 };
  };
  return {
    ...{ currency, at, isAtMost: typeof maxPriceOf(maxPrice, currency) === "number" },
    chargeOf(to) {
      const country = countryOfRecipient(to.address ?? to.userId);
      const charge = known.has(country) ? (known.get(country) ?? null) : read(to);
      known.set(country, charge);
      return charge;
    },
  };
}

/** Refuses a limit of cost that nothing can count. Throws 422. */
export function requirePrices(
  { currencyOf }: Pick<RateCards, "currencyOf">,
  { channel: { organization_id }, definition: { optimization_spec } }: Route,
  { limit }: Plan,
): void {
  const currency = limit?.cost?.currency;
  const counted = currencyOf(organization_id);
  if (currency === undefined) return;
  if (counted === null)
    throw wrong(
      "/limit/cost",
      "there is no rate card to count it by; the operator sets one (PUT /v1/rate-card)",
    );
  if (currency !== counted)
    throw wrong("/limit/cost", `costs are counted in ${counted}, as the rate card is`);
  if (maxPriceOf(optimization_spec, counted) === null)
    throw wrong(
      "/limit/cost",
      "the template has maximum prices by country, so that nobody knows what it costs: leave the limit out, or take another template",
    );
}
