import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { MessagePrice, ReachedTier } from "../../../db/costs/message-price.ts";
import { dayIn } from "../../lib/time/zone-day.ts";
import { countryOf } from "../../phone-numbers/country.ts";
import { countriesOf } from "./markets.ts";
import type { RateCards } from "./rate-cards.ts";
import { categoryOf } from "./rates.ts";

/** What a channel's messages are charged by. */
export type ChargedChannel = Pick<
  ChannelRow,
  "organization_id" | "id" | "platform" | "phone_number" | "waba_id" | "portfolio_id" | "time_zone"
>;

/** A message as its price depends on it: Meta's category, the recipient's number or user id, and when it is delivered. */
export type Charged = { category: string; recipient: string | null; at: Date };

/** The platform that charges for messages. */
const CHARGES = "whatsapp_official";

/** Whether the platform of a channel charges for its messages. */
export function isCharged({ platform }: Pick<ChargedChannel, "platform">): boolean {
  return platform === CHARGES;
}

/** What a price is where no card says it. */
export const NO_PRICE = { basis: null, tiers: null, number: null, unit: null, market: null, counted: null };

/** Both are counted together. */
const COUNTED_AS: Readonly<Record<string, string>> = { authentication_international: "authentication" };

/**
 * The price of a message on a channel, as `settle_costs` and `expected_costs` (db/costs) take it; null where the platform
 * charges nothing or the organisation has no rate card. Its `tiers` are null where the card has no such rate.
 */
export function priceOf(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: ChargedChannel,
  { category, recipient, at }: Charged,
): MessagePrice | null {
  // most have none, and to find a country takes as long as all else
  if (currencyFor(rateCards, channel) === null) return null;
  const place = { country: countryOfRecipient(recipient), day: dayIn(channel.time_zone, at) };
  return priceIn(rateCards, channel, { category, ...place });
}

/** Null where nothing has a price. */
function currencyFor(rateCards: Pick<RateCards, "currency">, channel: ChargedChannel): string | null {
  return isCharged(channel) ? rateCards.currency() : null;
}

/** The same by the country and the day. */
export function priceIn(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: ChargedChannel,
  { category, country, day }: { category: string; country: string | null; day: string },
): MessagePrice | null {
  const currency = currencyFor(rateCards, channel);
  if (currency === null) return null;
  const name = categoryOf(category);
  const rate = rateCards.rateOf({ country, category: name, day });
  const isCounted = rate !== null && rate.tiers.length > 1;
  return {
    ...{ currency, category: name, country, day },
    number: name === "service" ? numberOf(channel) : null,
    basis: rate?.card_id ?? null,
    tiers: rate === null ? null : JSON.stringify(rate.tiers),
    ...(isCounted
      ? { unit: businessOf(channel), market: rate.market, counted: COUNTED_AS[name] ?? name }
      : { unit: null, market: rate?.market ?? null, counted: null }),
  };
}

/** By what the free answers of a month are counted: also of a number that was removed and added again. */
export function numberOf({ phone_number, id }: Pick<ChargedChannel, "phone_number" | "id">): string {
  return phone_number?.replace(/\D/g, "") || id;
}

/** What the count of a month is at least, now that the platform says that a tier is reached. */
export function reachedTier(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: ChargedChannel,
  { market, category, month, from }: { market: string; category: string; month: string; from: number },
): ReachedTier | null {
  const country = countriesOf(market)?.[0];
  if (!isCharged(channel) || country === undefined) return null;
  const name = categoryOf(category);
  const rate = rateCards.rateOf({ country, category: name, day: `${month}-01` });
  if (rate === null || rate.tiers.length < 2) return null;
  const counted = COUNTED_AS[name] ?? name;
  return {
    unit: businessOf(channel),
    market: rate.market,
    counted,
    month: `${month}-01`,
    messages: from - 1,
  };
}

/** By what a channel's messages in a category are counted for volume tiers. */
export function countedBy(channel: ChargedChannel, category: string): { unit: string; counted: string } {
  const name = categoryOf(category);
  return { unit: businessOf(channel), counted: COUNTED_AS[name] ?? name };
}

/** Whose messages reach lower rates together. */
function businessOf({ portfolio_id, waba_id, id }: ChargedChannel): string {
  return portfolio_id ?? waba_id ?? id;
}

/** By two letters, which Meta's user ids begin with. */
export function countryOfRecipient(recipient: string | null): string | null {
  if (recipient === null) return null;
  return /^[A-Z]{2}(?=\.)/.exec(recipient)?.[0] ?? countryOf(`+${recipient.replace(/^\+/, "")}`);
}
