import type { MessageRow } from "../../../db/messages/messages.ts";
import { findMessageType } from "../../message-types/registry.ts";
import { isGroup } from "../message-group.ts";
import type { Waiting } from "./schema.ts";

/** Phones that are on report a message within seconds; one that is off for the night does in the morning. */
const LONG_MS = 24 * 3600_000;

type Row = Pick<MessageRow, "direction" | "type" | "status" | "status_history" | "user_id" | "imported_from">;

/**
 * Why a message to a person stays at one tick for a day: WhatsApp took it and no phone got it, and nobody but WhatsApp
 * knows why. Null for others, and for imported ones, of which ticks are not followed.
 */
export function oneTickReason(row: Row, now: Date): Waiting | null {
  const { direction, type, status, status_history, user_id, imported_from } = row;
  if (direction !== "outbound" || status !== "sent" || imported_from !== null) return null;
  if (isGroup(user_id) || findMessageType(type)?.addressed !== true) return null;
  const at = status_history.find((entry) => entry.status === "sent")?.at;
  if (at === undefined || now.getTime() - Date.parse(at) < LONG_MS) return null;
  const detail = `It is at one tick since ${at}: WhatsApp took it, and it has not reached a phone. Their phone is off or offline, they left WhatsApp, or they blocked the number; WhatsApp does not say which.`;
  return { reason: "one_tick", detail, until: null };
}
