import type { ChannelRow } from "../../db/channels/channels.ts";

/** How a channel stands, and why. */
export type Standing = Pick<ChannelRow, "status"> & { reason: string | null };

/**
 * How a channel stands after the platform was asked unbidden. A number can look
 * well while nothing may be sent on it, which sending and the platform's news
 * find out: while they hold its lane, or it rests, an answer that all is well
 * changes nothing, and neither does silence.
 */
export function settle(
  now: Pick<ChannelRow, "status" | "status_reason">,
  found: Standing,
  isHeld: boolean,
): Standing {
  const stays = { status: now.status, reason: now.status_reason };
  switch (found.status) {
    case "connected":
      // a remark that is no matter of the connection, such as about the display name
      if (now.status === "connected") return { ...stays, reason: found.reason ?? stays.reason };
      return isHeld && now.status !== "connecting" ? stays : found;
    case "degraded":
      return now.status === "connected" || now.status === "connecting" ? found : stays;
    default:
      return found;
  }
}
