import type { ChannelRow } from "../../db/channels/channels.ts";

/** A channel's status and the reason for it. */
export type StatusReport = Pick<ChannelRow, "status"> & { reason: string | null };

/**
 * A channel's status after a routine check with the platform. A number can look well there
 * while sending is refused, as failed sends and the platform's notices show: while these pause
 * its lane, neither a good report nor a failed check changes the status.
 */
export function settle(
  now: Pick<ChannelRow, "status" | "status_reason">,
  found: StatusReport,
  isHeld: boolean,
): StatusReport {
  const stays = { status: now.status, reason: now.status_reason };
  switch (found.status) {
    case "connected":
      // a remark that does not concern the connection, such as one about the display name
      if (now.status === "connected") return { ...stays, reason: found.reason ?? stays.reason };
      return isHeld && now.status !== "connecting" ? stays : found;
    case "degraded":
      return now.status === "connected" || now.status === "connecting" ? found : stays;
    default:
      return found;
  }
}
