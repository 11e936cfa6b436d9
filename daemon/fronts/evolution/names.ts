import type { Names } from "../shared/names.ts";

/** Which of our events are behind one of Evolution's. */
export const EVOLUTION_NAMES: Names = {
  "messages.upsert": ["message.new", "message.decrypted"],
  "send.message": ["message.sent"],
  "messages.update": ["message.status_update"],
  "messages.edited": ["conversation.updated"],
  "messages.delete": ["conversation.updated"],
  "connection.update": ["channel.status_changed"],
  "contacts.update": ["contact.updated"],
  call: ["call.missed", "call.rejected"],
};
