import type { BaileysEventMap, WASocket } from "baileys";
import type { InboundFact } from "../../../inbound.ts";
import type { WhatsAppWebSession } from "../../connection/session.ts";
import { openLibrary } from "../../library/library.ts";
import type { WhatsAppWebRecords } from "../../send/records.ts";
import { personOf } from "../person.ts";
import { phoneFinder } from "../session-reading.ts";

/** A socket of a session that is listened to, and what keeps what it hears. */
export type Hearing = { session: WhatsAppWebSession; socket: WASocket; records: WhatsAppWebRecords };

type Updates = BaileysEventMap["chats.update"];

/** Whether any of the updates of chats says that one was archived, or taken out of the archive. */
export function saysArchived(updates: Updates): boolean {
  return updates.some(({ archived }) => typeof archived === "boolean");
}

/**
 * Hands on which chats were archived on the phone, or taken out of its archive. A message takes its chat out of it where
 * the phone's own setting says so: Baileys follows that one (`unarchiveChats` in Utils/process-message.js).
 */
export async function takeArchived({ session, socket, records }: Hearing, updates: Updates): Promise<void> {
  const library = await openLibrary();
  const findPhone = phoneFinder(library, socket);
  const facts: InboundFact[] = [];
  for (const { id, archived } of updates) {
    if (typeof archived !== "boolean" || !id) continue;
    const chat = library.isJidGroup(id)
      ? { person: { type: "group" as const, value: id }, alias: null }
      : await personOf(library, { remoteJid: id }, findPhone);
    if (chat !== null) facts.push({ kind: "archived", person: chat.person, alias: chat.alias, archived });
  }
  if (facts.length > 0) await records.receive(session, facts);
}
