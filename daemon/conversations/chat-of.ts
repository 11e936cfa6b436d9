import type { Sql } from "../../db/connection/client.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { findAddressee } from "../../db/conversations/handover.ts";
import { messageAt } from "../../db/past/asked-before.ts";
import type { ArchiveRequest } from "../providers/whatsapp-web/requests/request.ts";

/** The address of a conversation's chat on WhatsApp, as its last message has it, and that message; null without a person. */
export async function chatOf(
  sql: Sql,
  { organization_id, id, group_id }: ConversationRow,
): Promise<Pick<ArchiveRequest, "chat" | "newest"> | null> {
  const last = await messageAt(sql, organization_id, id, "last");
  const person = await findAddressee(sql, organization_id, id);
  const known = person?.phone == null ? person?.user_id : `${person.phone}@s.whatsapp.net`;
  const chat = group_id ?? last?.remote_jid ?? known ?? null;
  if (chat === null || last === null) return chat === null ? null : { chat, newest: null };
  const { provider_message_id, direction, at, participant } = last;
  const newest = { id: provider_message_id, isOwn: direction === "outbound", at: at.getTime(), participant };
  return { chat, newest };
}
