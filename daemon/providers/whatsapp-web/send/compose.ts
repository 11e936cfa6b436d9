import type { AnyMessageContent, BinaryNode, proto, WAMessage, WAMessageKey } from "baileys";
import pino from "pino";
import type { Revision } from "../../inbound.ts";
import type { Quote } from "../encode/draft.ts";
import type { Library } from "../library/library.ts";
import { createLibraryLog } from "../library/log.ts";
import { contentOf } from "./content.ts";
import type { MessageDraft, Sending } from "./sending.ts";
import { TooLate } from "./too-late.ts";
import { uploaderOf } from "./upload.ts";

/** A message that is being made. */
export type Composing = Sending & { jid: string; providerMessageId: string };

/** A message as it is given to WhatsApp. */
export type Relayed = {
  jid: string;
  message: proto.IMessage;
  attributes?: Record<string, string>;
  nodes?: BinaryNode[];
};

/** Baileys wants a logger for what it makes; nothing it could say here is of use. */
const SILENT = createLibraryLog(pino({ level: "silent" }));

/** The message as it was written down for an earlier attempt, or a new one. Null when what it is about is not known. */
export async function relayedOf(composing: Composing, draft: MessageDraft): Promise<Relayed | null> {
  const { library, records, session, providerMessageId, message: sent } = composing;
  const earlier = sent.attempt === 1 ? null : await records.find(session, providerMessageId);
  if (earlier === null) return await composed(composing, draft);
  const message = library.proto.Message.decode(earlier.message);
  return { jid: earlier.remoteJid, message, ...attributesOf(draft) };
}

/** Makes the message of a draft; null when the message it is about is not known. Rejects with `FileRefused`. */
async function composed(composing: Composing, draft: MessageDraft): Promise<Relayed | null> {
  switch (draft.do) {
    case "send": {
      const content = await contentOf(draft.content, composing.files, composing.signal);
      return await generated(composing, composing.jid, content, draft, draft.quote);
    }
    case "react": {
      const about = await keyOf(composing, draft.messageId, draft);
      return await generated(composing, composing.jid, { react: { text: draft.emoji, key: about } }, draft);
    }
    case "delete": {
      if ((await composing.records.find(composing.session, draft.messageId)) === null) return null;
      const about = await keyOf(composing, draft.messageId, draft);
      return await generated(composing, about.remoteJid ?? composing.jid, { delete: about }, draft);
    }
    case "edit":
      return await edited(composing, draft);
  }
}

async function generated(
  composing: Composing,
  jid: string,
  content: AnyMessageContent,
  draft: MessageDraft,
  quote?: Quote,
): Promise<Relayed> {
  const { library, socket, session, providerMessageId } = composing;
  const quoted = quote === undefined ? null : await quotedMessage(composing, jid, quote);
  const made = await library.generateWAMessage(jid, content, {
    logger: SILENT,
    userJid: session.identity()?.jid ?? "",
    upload: uploaderOf(library, socket),
    messageId: providerMessageId,
    ...(quoted === null ? {} : { quoted }),
  });
  return { jid, message: made.message ?? {}, ...attributesOf(draft) };
}

/** The message that is quoted as it was; one that is not kept is quoted by its id alone. */
async function quotedMessage(
  { records, session, library }: Composing,
  jid: string,
  { id, participant }: Quote,
): Promise<WAMessage> {
  const original = await records.find(session, id);
  const key: WAMessageKey = {
    remoteJid: jid,
    id,
    fromMe: original?.fromMe ?? false,
    ...(participant === undefined ? {} : { participant }),
  };
  const message = original === null ? { conversation: "" } : library.proto.Message.decode(original.message);
  return { key, message } as WAMessage;
}

/** The key of the message that something is done about, as the chat knows it. */
async function keyOf(
  { records, session, jid }: Composing,
  id: string,
  given: { fromMe: boolean; participant?: string | undefined },
): Promise<WAMessageKey> {
  const original = await records.find(session, id);
  return {
    remoteJid: original?.remoteJid ?? jid,
    id,
    fromMe: original?.fromMe ?? given.fromMe,
    ...(given.participant === undefined ? {} : { participant: given.participant }),
  };
}

/** Phones leave out edits of older messages (whatsmeow, `send.go`, EditWindow: 20 minutes; the apps offer 15). */
const EDITABLE_MILLISECONDS = 15 * 60_000;

/** An edit of a text, or of the words below a file, which keeps the file. */
async function edited(
  composing: Composing,
  draft: Extract<MessageDraft, { do: "edit" }>,
): Promise<Relayed | null> {
  const { records, session, library } = composing;
  const original = await records.find(session, draft.messageId);
  if (original === null || !original.fromMe) return null;
  if (Date.now() - original.at.getTime() > EDITABLE_MILLISECONDS) throw new TooLate();
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

/** What our own edit or deletion means for the record of the message it is about; null for other messages. */
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

/** What goes beside a message of its kind (Baileys, `Socket/messages-send`, `sendMessage`). */
function attributesOf(draft: MessageDraft): Pick<Relayed, "attributes" | "nodes"> {
  switch (draft.do) {
    case "edit":
      return { attributes: { edit: "1" } };
    case "delete":
      return { attributes: { edit: "7" } };
    case "send":
      return draft.content.show === "poll"
        ? { nodes: [{ tag: "meta", attrs: { polltype: "creation" } }] }
        : {};
    default:
      return {};
  }
}
