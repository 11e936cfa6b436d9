import { createHash } from "node:crypto";

/**
 * WhatsApp's id of one of our messages, derived from ours: sent again after a
 * lost response it is the same message, which phones show once. Its form is that
 * of WhatsApp Web (Baileys, `Utils/generics`, `generateMessageIDV2`).
 */
export function whatsappWebMessageId(messageId: string): string {
  const digest = createHash("sha256").update(`waypost ${messageId}`).digest("hex");
  return `3EB0${digest.slice(0, 18).toUpperCase()}`;
}
