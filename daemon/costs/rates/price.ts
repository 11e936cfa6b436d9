import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { dayIn } from "../../lib/time/zone-day.ts";
import { countryOf } from "../../phone-numbers/country.ts";
import type { RateCards } from "./rate-cards.ts";
import { categoryOf } from "./rates.ts";

/** What a channel's messages are charged by. */
export type ChargedChannel = Pick<
  ChannelRow,
  "organization_id" | "id" | "platform" | "waba_id" | "portfolio_id" | "time_zone"
>;

/** A message as its price depends on it: Meta's category, the recipient's number or user id, and when it is delivered. */
export type Charged = { category: string; recipient: string | null; at: Date };

/** The platform that charges for messages. */
const CHARGES = "whatsapp_official";

/** Whether the platform of a channel charges for its messages. */
export function isCharged({ platform }: Pick<ChargedChannel, "platform">): boolean {
  return platform === CHARGES;
}

/** Both are counted together. */
const COUNTED_AS: Readonly<Record<string, string>> = { authentication_international: "authentication" };

/**
 * The price of a message on a channel, as `settle_costs` and `expected_costs` (db/costs) take it; null where the platform
 * charges nothing or the organisation has no rate card. Its `tiers` are null where the card has no such rate.
 */
export function priceOf(
  { rateOf, currencyOf }: Pick<RateCards, "rateOf" | "currencyOf">,
  channel: ChargedChannel,
  { category, recipient, at }: Charged,
): MessagePrice | null {
  const currency = isCharged(channel) ? currencyOf(channel.organization_id) : null;
  if (currency === null) return null;
  const day = dayIn(channel.time_zone, at);
  const name = categoryOf(category);
  const country = countryOfRecipient(recipient);
  const rate = rateOf({ currency, country, category: name, day });
  const isCounted = rate !== null && rate.tiers.length > 1;
  return {
    ...{ currency, category: name, country, day },
    basis: rate?.card_id ?? null,
    tiers: rate === null ? null : JSON.stringify(rate.tiers),
    ...(isCounted
      ? { unit: businessOf(channel), market: rate.market, counted: COUNTED_AS[name] ?? name }
      : { unit: null, market: rate?.market ?? null, counted: null }),
  };
}

/** Counted as one of the free answers of its number's month. */
export function asFreeAnswer(price: MessagePrice, { id }: Pick<ChargedChannel, "id">): MessagePrice {
  return { ...price, unit: id, market: "", counted: "service" };
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
