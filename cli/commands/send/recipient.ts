import type { NewMessage } from "../../lib/api/types/messages.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";

type Named = Pick<NewMessage, "to" | "recipient" | "contact_id" | "conversation_id">;

/** WhatsApp's own ids: of people who show no number (business-scoped user ids, and LIDs), and of groups. */
const USER_ID = /^([A-Z]{2}\.(ENT\.)?[A-Za-z0-9]+|\d+@lid|[\d-]+@g\.us|(?=\S*[A-Za-z])[\w=-]{16,128})$/;

/** Whom `--to` names: a contact's or a conversation's id, a user id, a group, a user name, or else a number. */
export function namedBy(to: string): Named {
  const text = to.trim();
  if (text.startsWith("ct_")) return { contact_id: text };
  if (text.startsWith("cv_")) return { conversation_id: text };
  if (text.startsWith("@")) return { to: text };
  return USER_ID.test(text) ? { recipient: text } : { to: normalizeRecipient(text) };
}
