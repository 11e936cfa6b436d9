import type { ChannelSettings } from "../../../channel-settings.ts";
import type { Library } from "../../library/library.ts";
import type { HistoryNotification } from "./notification.ts";

const DAY_MS = 24 * 3600_000;

/** Since when the messages of a part of the history are wanted; null where only its people are. What was asked for is. */
export function pastSince(
  { proto }: Library,
  { history = "none" }: Pick<ChannelSettings, "history">,
  { syncType }: HistoryNotification,
  now: Date,
): Date | null {
  if (syncType === proto.Message.HistorySyncType.ON_DEMAND || history === "full") return new Date(0);
  return history === "none" ? null : new Date(now.getTime() - 90 * DAY_MS);
}
