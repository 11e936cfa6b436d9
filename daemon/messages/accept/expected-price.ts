import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { type ChargedChannel, countryOfRecipient, priceOf } from "../../costs/rates/price.ts";
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

type PricedChannel = ChargedChannel & Pick<ChannelRow, "international">;

const ABROAD = "authentication_international";

/**
 * The price of a message that is to be sent, null where none can be expected: operations cost nothing, and what a group's
 * message costs depends on who is in it.
 */
export function expectedPrice(
  rateCards: Pick<RateCards, "rateOf" | "currencyOf">,
  channel: PricedChannel,
  { category, isAddressed, address, userId, at }: Expected,
): MessagePrice | null {
  if (category === null || !isAddressed || isGroup(userId)) return null;
  const recipient = address ?? userId;
  const price = priceOf(rateCards, channel, { category, recipient, at });
  if (price?.category !== "authentication" || !paysAbroad(channel, price.country, at)) return priced(price);
  return priced(priceOf(rateCards, channel, { category: ABROAD, recipient, at })) ?? priced(price);
}

/** Whether Meta takes the business for one from abroad that sends very many codes, as its event or a bill said. */
function paysAbroad(
  { international, phone_number }: PricedChannel,
  country: string | null,
  at: Date,
): boolean {
  if (international === null || country === countryOfRecipient(phone_number)) return false;
  const since = international[country ?? ""] ?? international["*"];
  return since !== undefined && Date.parse(since) <= at.getTime();
}

function priced(price: MessagePrice | null): MessagePrice | null {
  return price?.tiers === null ? null : price;
}
