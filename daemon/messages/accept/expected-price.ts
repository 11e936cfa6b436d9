import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { asFreeAnswer, type ChargedChannel, countryOfRecipient, priceOf } from "../../costs/rates/price.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import { isGroup } from "../message-group.ts";

type Expected = {
  /** Of a template; `service` for anything else; null where it is not known. */
  category: string | null;
  isAddressed: boolean;
  address: string | null;
  userId: string | null;
  at: Date;
};

const ABROAD = "authentication_international";

/**
 * The price of a message that is to be sent, null where none can be expected: operations cost nothing, and what a group's
 * message costs depends on who is in it.
 */
export function expectedPrice(
  rateCards: Pick<RateCards, "rateOf" | "currencyOf">,
  channel: ChargedChannel & { phone_number: string | null },
  { category, isAddressed, address, userId, at }: Expected,
): MessagePrice | null {
  if (category === null || !isAddressed || isGroup(userId)) return null;
  const recipient = address ?? userId;
  const price = priceOf(rateCards, channel, { category, recipient, at });
  if (price === null) return null;
  if (price.category === "service") return priced(asFreeAnswer(price, channel));
  // Meta charges more for codes that come from abroad, in some countries
  const isAbroad =
    price.category === "authentication" && price.country !== countryOfRecipient(channel.phone_number);
  const abroad = isAbroad ? priced(priceOf(rateCards, channel, { category: ABROAD, recipient, at })) : null;
  return abroad ?? priced(price);
}

function priced(price: MessagePrice | null): MessagePrice | null {
  return price?.tiers === null ? null : price;
}
