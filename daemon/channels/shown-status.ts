import type { ChannelRow } from "../../db/channels/channels.ts";
import { STATUS_REASONS, statusReason } from "../lib/status-reasons.ts";
import type { ProviderInUse } from "../providers/provider.ts";
import { whyLeftAlone } from "./left-alone.ts";

/** How long before its end a token is mentioned in the status. */
const NEAR_MS = 7 * 24 * 3600_000;

/** Of a connected number, what WhatsApp's limit of new chats does now. */
const NEW_CHATS: Record<string, string> = {
  FIRST_WARNING: STATUS_REASONS.chats_warned,
  SECOND_WARNING: STATUS_REASONS.chats_warned,
  CAPPED: STATUS_REASONS.chats_used_up,
};

type Shown = Pick<ChannelRow, "status" | "status_reason">;

/** The channel's status and reason as the API shows it: of one that is left alone that, and otherwise with its token. */
export function shownStatus(
  provider: Pick<ProviderInUse, "isSandbox"> | undefined,
  channel: ChannelRow,
  now = Date.now(),
): Shown {
  const reason = whyLeftAlone(provider, channel);
  if (reason !== null) return { status: "disconnected", status_reason: reason };
  return statusWithNewChats(channel, now) ?? statusWithToken(channel, now);
}

/** Whether a paired number is near its limit of new chats, or at it, in a cycle that is not over; null if it is not. */
function statusWithNewChats({ status, status_reason, new_chats }: ChannelRow, now: number): Shown | null {
  const { status: news = "NONE", cycle_end } = new_chats ?? {};
  const words = NEW_CHATS[news];
  if (words === undefined || status !== "connected" || status_reason !== null) return null;
  if (cycle_end && Date.parse(cycle_end) <= now) return null;
  return { status, status_reason: cycle_end ? statusReason("until", words, cycle_end) : words };
}

/** Taking into account a token that has expired or soon will. */
function statusWithToken(
  { status, status_reason, token_expires_at, phone_number_id, proven_at }: ChannelRow,
  now: number,
): Shown {
  const end = token_expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  if (end <= now) {
    return {
      status: "disconnected",
      status_reason: statusReason("token_expired", iso(end)),
    };
  }
  if (status === "connected" && status_reason === null && phone_number_id !== null && proven_at === null)
    return { status, status_reason: STATUS_REASONS.unproven };
  if (end - now > NEAR_MS || status_reason !== null) return { status, status_reason };
  return { status, status_reason: statusReason("token_expires", iso(end)) };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
