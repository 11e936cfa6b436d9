import type { BaileysEventMap } from "baileys";
import type { NewChats } from "../../channel-facts.ts";

/**
 * What WhatsApp says of the chats that a number may begin (Baileys' `NewChatMessageCapInfo`). Numbers may come as text
 * (oxidezap/whatsapp-rust#1251); whatever is of no form that we know counts as left out.
 */
export function newChatsOf(told: BaileysEventMap["message-capping.update"]): NewChats {
  const total = wholeOf(told.total_quota);
  return {
    said_at: timeOf(told.server_sent_timestamp),
    status: told.capping_status,
    total: total === -1 ? null : total,
    used: wholeOf(told.used_quota),
    cycle_start: timeOf(told.cycle_start_timestamp),
    cycle_end: timeOf(told.cycle_end_timestamp),
    ote_status: told.ote_status,
    mv_status: told.mv_status,
  };
}

function wholeOf(given: unknown): number | undefined {
  const value = Number(given ?? Number.NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** ISO 8601, of seconds since 1970; "0" is no time. */
function timeOf(given: unknown): string | undefined {
  const at = new Date((wholeOf(given) || Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
