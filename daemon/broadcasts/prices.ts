import type { SentBy } from "../../db/broadcasts/audience.ts";
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

type To = { address: string | null; userId: string | null };
type ChargeOf = (to: To) => Charge | null;

/** What a broadcast's messages cost when they are sent; a country without a rate has no price. */
export type Prices = {
  currency: string;
  /** When and by which channels they are sent. */
  sentBy: SentBy;
  /** They cost so much or less: the template has a maximum price, or the channels have other prices. */
  isAtMost: boolean;
  chargeOf: ChargeOf;
};

/**
 * The prices of a broadcast's template on the day on which it is sent, with what was reached of the month so far; null
 * where nothing is charged (a paired number), and without a rate card. Which of several channels sends to somebody is only
 * known when it does: each person is judged by the dearest.
 */
export async function pricesFor(
  sql: Queryable,
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  routes: readonly [Route, ...Route[]],
  at: Date,
): Promise<Prices | null> {
  const [{ channel }] = routes;
  const currency = rateCards.currency();
  if (currency === null || channel.waba_id === null) return null;
  const charges = await Promise.all(routes.map((route) => chargesOn(sql, rateCards, route, at)));
  const kinds = new Set(routes.map((route) => JSON.stringify(pricedBy(route, at))));
  const hasMost = routes.some(
    ({ definition }) => typeof maxPriceOf(definition.optimization_spec, currency) === "number",
  );
  // few countries for many people
  const known = new Map<string | null, Charge | null>();
  return {
    currency,
    sentBy: { at, channelIds: routes.map((route) => route.channel.id) },
    isAtMost: hasMost || kinds.size > 1,
    chargeOf(to) {
      const country = countryOfRecipient(to.address ?? to.userId);
      const charge = known.has(country) ? (known.get(country) ?? null) : dearest(charges, to);
      known.set(country, charge);
      return charge;
    },
  };
}

/** By what the prices of channels of one business differ. */
function pricedBy({ channel, definition: { category, optimization_spec } }: Route, at: Date) {
  return [category.toLowerCase(), optimization_spec, channel.international, dayIn(channel.time_zone, at)];
}

function dearest(charges: readonly ChargeOf[], to: To): Charge | null {
  const priced = charges.flatMap((chargeOf) => chargeOf(to) ?? []);
  return priced.toSorted((one, other) => priceAfter(other, 0) - priceAfter(one, 0))[0] ?? null;
}

async function chargesOn(
  sql: Queryable,
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  { channel, definition: { category, optimization_spec: maxPrice } }: Route,
  at: Date,
): Promise<ChargeOf> {
  const counted = { ...countedBy(channel, category), month: dayIn(channel.time_zone, at).slice(0, 7) };
  const reached = await reachedInMonth(sql, channel.organization_id, counted);
  return (to) => {
    const price = expectedPrice(rateCards, channel, { category, maxPrice, isAddressed: true, ...to, at });
    if (price?.tiers === undefined || price.tiers === null) return null;
    const market = price.market ?? "";
    return { market, tiers: JSON.parse(price.tiers) as Tier[], reached: reached.get(market) ?? 0 };
  };
}

/** The price of the next message, after all that the month has reached and so many of this broadcast. */
export function priceAfter({ tiers, reached }: Charge, counted: number): number {
  return tiers.findLast(({ above }) => above <= reached + counted)?.amount ?? 0;
}

/** Refuses a limit of cost that nothing can count. Throws 422. */
export function requirePrices(
  rateCards: Pick<RateCards, "currency">,
  routes: readonly [Route, ...Route[]],
  { limit }: Plan,
): void {
  const currency = limit?.cost?.currency;
  const counted = rateCards.currency();
  if (currency === undefined) return;
  if (counted === null)
    throw wrong(
      "/limit/cost",
      "there is no rate card to count it by; the operator sets one (PUT /v1/rate-card)",
    );
  if (currency !== counted)
    throw wrong("/limit/cost", `costs are counted in ${counted}, as the rate card is`);
  if (routes.some(({ definition }) => maxPriceOf(definition.optimization_spec, counted) === null))
    throw wrong(
      "/limit/cost",
      "the template has maximum prices by country, so that nobody knows what it costs: leave the limit out, or take another template",
    );
}
