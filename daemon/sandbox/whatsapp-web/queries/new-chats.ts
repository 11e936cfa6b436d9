import { newChatsAt } from "../memory/new-chats.ts";
import type { Restriction } from "../memory/restrictions.ts";

/** What WhatsApp says of the chats that an account may begin (Baileys: `NewChatMessageCapInfo`). */
export function cappingInfo({ newChats, capping }: Restriction): object {
  const now = newChatsAt(newChats, new Date());
  const seconds = (at: Date) => Math.ceil(at.getTime() / 1000).toString();
  return {
    total_quota: now.total ?? -1,
    used_quota: now.used,
    cycle_start_timestamp: seconds(now.start),
    cycle_end_timestamp: seconds(now.end),
    server_sent_timestamp: seconds(new Date()),
    ote_status: "NOT_ELIGIBLE",
    mv_status: "NOT_ELIGIBLE",
    capping_status: capping ?? now.capping,
  };
}
