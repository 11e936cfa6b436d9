import type { Secrets } from "../../../secrets/envelope.ts";

/** A message as WhatsApp has it, as it is stored: it holds keys of files and polls. */
export function sealMessage(secrets: Secrets, channelId: string, id: string, message: Uint8Array): string {
  return secrets.encrypt(Buffer.from(message).toString("base64"), messageContext(channelId, id));
}

/** The encryption context of a sealed message. */
export function messageContext(channelId: string, providerMessageId: string): string {
  return `channel ${channelId} message ${providerMessageId}`;
}
