import type { proto } from "baileys";
import type { Revision } from "../../revision.ts";
import type { Library } from "../library/library.ts";
import { attributesOf, type Composing, type Relayed } from "./relayed.ts";
import type { MessageDraft } from "./sending.ts";
import { TooLate } from "./too-late.ts";

/** Phones leave out edits of older messages (whatsmeow, `send.go`, EditWindow: 20 minutes; the apps offer 15). */
const EDITABLE_MS = 15 * 60_000;

/** An edit of a text, or of the words below a file, which keeps the file. */
export async function edited(
  composing: Composing,
  draft: Extract<MessageDraft, { do: "edit" }>,
): Promise<Relayed | null> {
  const { records, session, library } = composing;
  const original = await records.find(session, draft.messageId);
  if (original === null || !original.fromMe) return null;
  if (Date.now() - original.at.getTime() > EDITABLE_MS) throw new TooLate();
  const before = library.normalizeMessageContent(library.proto.Message.decode(original.message)) ?? {};
  const message: proto.IMessage = {
    protocolMessage: {
      key: { remoteJid: original.remoteJid, id: draft.messageId, fromMe: true },
      type: library.proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: withWords(before, draft.text),
      timestampMs: Date.now(),
    },
  };
  return { jid: original.remoteJid, message, ...attributesOf(draft) };
}

function withWords(before: proto.IMessage, text: string): proto.IMessage {
  const { imageMessage, videoMessage, documentMessage } = before;
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } };
  if (documentMessage) return { documentMessage: { ...documentMessage, caption: text } };
  return { extendedTextMessage: { text } };
}

/** The change of a message's record by our own edit or deletion; null for other messages. */
export function revisionOf(
  library: Library,
  { protocolMessage }: proto.IMessage,
  providerMessageId: string,
): Revision | null {
  const originalId = protocolMessage?.key?.id;
  if (!protocolMessage || !originalId) return null;
  const edited = library.normalizeMessageContent(protocolMessage.editedMessage);
  const { imageMessage, videoMessage, documentMessage, extendedTextMessage } = edited ?? {};
  const caption = (imageMessage ?? videoMessage ?? documentMessage)?.caption;
  const content = extendedTextMessage ? { body: extendedTextMessage.text } : { caption };
  // under an id of its own: the message itself is known already
  const id = `${providerMessageId} own`;
  return {
    kind: "revision",
    providerMessageId: id,
    originalId,
    content: edited ? content : null,
    at: new Date(),
  };
}
