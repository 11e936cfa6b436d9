import type { Inbound } from "../../inbound.ts";
import { type Json, text } from "./values.ts";

/**
 * The field `business_capability_update`: how many people a day may be written
 * to outside the service window, as a tier or, in older calls, as a number.
 */
export function readCapability(value: Json, accountId: string): Inbound[] {
  const limit = value.max_daily_conversations_per_business ?? value.max_daily_conversation_per_phone;
  const messagingLimit = typeof limit === "number" ? String(limit) : text(limit);
  return messagingLimit === null
    ? []
    : [{ target: { accountId, phone: null }, facts: [{ kind: "channel", messagingLimit }] }];
}
