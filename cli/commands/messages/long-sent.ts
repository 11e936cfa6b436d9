import type { Message } from "../../lib/api/types/messages.ts";
import { describeSpan } from "../../lib/values/duration.ts";

/** Most phones that are switched on take a message within seconds. */
const LONG_MS = 600_000;

export const WHY_UNDELIVERED = "their phone is off or out of reach, or they blocked this number";

/** Explains why a message is sent and not delivered for a long time; null for all others. */
export function describeLongSent(message: Message, now: Date = new Date()): string | null {
  const { direction, status, status_history, updated_at } = message;
  if (direction !== "outbound" || status !== "sent") return null;
  const sentAt = status_history?.findLast((entry) => entry.status === "sent")?.at ?? updated_at;
  const spanMs = now.getTime() - Date.parse(sentAt);
  return spanMs < LONG_MS ? null : `not delivered for ${describeSpan(spanMs)}: ${WHY_UNDELIVERED}`;
}
