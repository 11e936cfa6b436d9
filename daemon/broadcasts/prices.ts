import type { RateCards } from "../costs/rates/rate-cards.ts";
import { dayIn } from "../lib/time/zone-day.ts";
import type { Plan } from "./plan/plan.ts";
import { wrong } from "./plan/wrong.ts";
import type { Route } from "./template/definition.ts";

/** What a broadcast's message costs by the country of its recipient; a country without a rate has no price. */
export type Prices = { currency: string; priceOf(country: string | null): number | null };

/**
 * The list prices of a broadcast's template today; null where nothing is charged (a paired number), and without a rate
 * card.
 */
export function pricesFor(
  { rateOf, currencyOf }: Pick<RateCards, "rateOf" | "currencyOf">,
  { channel: { organization_id, waba_id, time_zone }, definition: { category } }: Route,
): Prices | null {
  const currency = currencyOf(organization_id);
  if (currency === null || waba_id === null) return null;
  const day = dayIn(time_zone, new Date());
  return {
    currency,
    priceOf: (country) => rateOf({ currency, country, category, day })?.tiers[0]?.amount ?? null,
  };
}

/** Refuses a limit of cost that no rate card can count. Throws 422. */
export function requirePrices(
  { currencyOf }: Pick<RateCards, "currencyOf">,
  organizationId: string,
  { limit }: Plan,
): void {
  const currency = limit?.cost?.currency;
  const counted = currencyOf(organizationId);
  if (currency === undefined || currency === counted) return;
  const message =
    counted === null
      ? "there is no rate card to count it by; the operator sets one (PUT /v1/rate-card)"
      : `costs are counted in ${counted}, as the rate card is`;
  throw wrong("/limit/cost", message);
}
