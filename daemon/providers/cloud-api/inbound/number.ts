import { STATUS_REASONS, statusReason } from "../../../lib/status-reasons.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import type { ChannelNews, Inbound } from "../../inbound.ts";
import { type Json, text } from "./values.ts";

/** Messages a second of a number that was raised (Meta, "Throughput"). */
const RAISED_PER_SECOND = 1000;

/** The field `phone_number_quality_update`: a number's limit, quality and throughput. */
export function readQuality(value: Json, accountId: string): Inbound[] {
  const event = text(value.event);
  const limit = text(value.max_daily_conversations_per_business) ?? text(value.current_limit);
  return about(value, accountId, {
    ...(limit === null || limit === "NOT_SET" ? {} : { messagingLimit: limit }),
    ...(event === "FLAGGED" ? { qualityRating: "RED" } : {}),
    ...(event === "UNFLAGGED" ? { qualityRating: "UNKNOWN" } : {}),
    ...(event === "THROUGHPUT_UPGRADE" ? { perSecond: RAISED_PER_SECOND } : {}),
  });
}

/** The field `phone_number_name_update`: the display name was approved or rejected. */
export function readDisplayName(value: Json, accountId: string): Inbound[] {
  const name = text(value.requested_verified_name) ?? "";
  const decision = text(value.decision);
  if (decision === "APPROVED") {
    return about(value, accountId, {
      reason: statusReason("name_approved", name),
    });
  }
  if (decision !== "REJECTED") return [];
  const why = text(value.rejection_reason) ?? STATUS_REASONS.no_reason;
  return about(value, accountId, { reason: statusReason("name_rejected", name, why) });
}

/** The field `security`: somebody changes the number's two-step verification. */
export function readSecurity(value: Json, accountId: string): Inbound[] {
  const event = text(value.event);
  return event === null ? [] : about(value, accountId, { reason: statusReason("two_step", event) });
}

/** News of the number that the call names by its digits. */
function about(value: Json, accountId: string, news: Omit<ChannelNews, "kind">): Inbound[] {
  const phone = reportedDigits(value.display_phone_number);
  return Object.keys(news).length === 0
    ? []
    : [{ target: { accountId, phone }, facts: [{ kind: "channel", ...news }] }];
}
