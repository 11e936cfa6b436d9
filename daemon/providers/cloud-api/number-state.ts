import { statusReason } from "../../lib/status-reasons.ts";
import type { ChannelProbe } from "../channel.ts";

const SENDING = ["CONNECTED", "FLAGGED", "RATE_LIMITED"];
const STOPPED = ["RESTRICTED", "BANNED"];
const UNREGISTERED = ["PENDING", "UNVERIFIED", "DISCONNECTED", "MIGRATED"];

/** The channel's status for the status of a number at Meta (`WhatsAppPhoneNumberStatus` in Meta's reference). */
export function stateOfNumber(status: string): Pick<ChannelProbe, "status" | "reason"> {
  if (SENDING.includes(status)) return { status: "connected", reason: null };
  if (STOPPED.includes(status)) return { status: "restricted", reason: statusReason("number_state", status) };
  const name = UNREGISTERED.includes(status) ? "unregistered" : "number_state";
  return { status: "disconnected", reason: statusReason(name, status) };
}
