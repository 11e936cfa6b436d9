import type { OutboundMessage } from "../provider.ts";
import type { GraphResponse } from "./graph.ts";
import { OFFICIAL_GROUPS } from "./groups/rules.ts";

/**
 * What a template carries that goes to `/{phone_number_id}/marketing_messages`; null for every other message. Source:
 * Meta's OpenAPI file, `MarketingMessageRequestPayload`.
 */
export function marketingOf({ marketing, to, userId }: OutboundMessage): Record<string, unknown> | null {
  const isToGroup = to === null && OFFICIAL_GROUPS.isId(userId ?? "");
  if (marketing === undefined || isToGroup) return null;
  const { fallback = true, activity_sharing } = marketing;
  return {
    product_policy: fallback ? "CLOUD_API_FALLBACK" : "STRICT",
    ...(activity_sharing === undefined ? {} : { message_activity_sharing: activity_sharing }),
  };
}

/**
 * Meta's codes of what its Marketing Messages API does not take of this account or template ("Error codes"): not allowed,
 * not marketing, not yet synchronised, not onboarded.
 */
const NOT_TAKEN = [131055, 134100, 134101, 134102];

/** Whether a refused call may go to the Cloud API: nothing was sent, and the channel wants it so. */
export function isForOthers(response: GraphResponse, { marketing }: OutboundMessage): boolean {
  const isWanted = marketing?.fallback ?? true;
  return isWanted && response.kind === "refused" && NOT_TAKEN.includes(response.error.code);
}
