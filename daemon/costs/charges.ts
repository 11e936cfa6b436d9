import { type ChargeInput, type MessagePrice, NO_CURRENCY } from "../../db/costs/message-price.ts";
import { isObject } from "../lib/objects.ts";
import { dayIn } from "../lib/time/zone-day.ts";
import type { ReportedStatus } from "../providers/inbound.ts";
import {
  type Charged,
  type ChargedChannel,
  countryOfRecipient,
  isCharged,
  NO_PRICE,
  numberOf,
  priceOf,
} from "./rates/price.ts";
import type { RateCards } from "./rates/rate-cards.ts";
import { categoryOf } from "./rates/rates.ts";

/** Meta's types of pricing that cost nothing begin so. */
const FREE = "free_";
const REGULAR = "regular";
/** Of those that are free by a contract of their own (Meta, "subtype"). */
const EXEMPT = "paid_exempt";

/**
 * What a status says about costs: a message is charged when it is delivered, by the pricing of that status (Meta, "Pricing
 * on the WhatsApp Business Platform"), and no longer once it failed. The pricing of `sent` is but a forecast. A group's
 * messages are written down without a price if there is no rate card: their records don't say who got them, which a card
 * that comes late needs.
 */
export function chargesOf(
  rateCards: Pick<RateCards, "rateOf" | "currency">,
  channel: ChargedChannel,
  { messageId, providerMessageId, status, at, pricing, recipient, participant }: ReportedStatus,
): ChargeInput[] {
  if (!isCharged(channel) || status === "sent") return [];
  const isOfGroup = participant !== undefined;
  if (!isOfGroup && rateCards.currency() === null) return [];
  const named = {
    ...{ organization_id: channel.organization_id, channel_id: channel.id },
    ...{ message_id: messageId, provider_message_id: providerMessageId, number: numberOf(channel) },
    participant: participant ?? "",
  };
  if (status === "failed") return [{ ...named, state: "failed" }];
  // a group's messages are charged for each of its people
  if (participant === null || !isObject(pricing) || typeof pricing.category !== "string") return [];
  const charged = { category: pricing.category, recipient: recipient ?? null, at };
  const price = priceOf(rateCards, channel, charged) ?? unpriced(channel, charged);
  const type = typeOf(pricing);
  const said = { ...price, ...named, type, at };
  return [
    isFree(pricing, type)
      ? { ...said, unit: null, counted: null, state: "free" }
      : { ...said, state: "billed" },
  ];
}

function unpriced({ time_zone }: ChargedChannel, { category, recipient, at }: Charged): MessagePrice {
  const place = { country: countryOfRecipient(recipient), day: dayIn(time_zone, at) };
  return { ...NO_PRICE, ...place, category: categoryOf(category), currency: NO_CURRENCY };
}

/** Conversation-based pricing (CBP) has no type. */
function typeOf({ type, billable }: Record<string, unknown>): string {
  if (typeof type === "string") return type.toLowerCase();
  return billable === false ? "free_customer_service" : REGULAR;
}

/** By the type where there is one: Meta takes `billable` away. */
function isFree({ subtype }: Record<string, unknown>, type: string): boolean {
  return type.startsWith(FREE) || (typeof subtype === "string" && subtype.toLowerCase() === EXEMPT);
}
