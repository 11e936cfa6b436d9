import type { MediaType, proto } from "baileys";
import type { FileClaims } from "../../media/encryption.ts";
import { baileys } from "../signal/libraries.ts";

/** The content of a message, as far as a phone acts on it. */
export type Contents = {
  kind: string;
  text: string | null;
  /** The message that this one is about: edited, revoked, reacted to or voted on. */
  target: string | null;
  file: (FileClaims & { directPath: string; mediaType: MediaType }) | null;
  /** The message without the wrappers around it. */
  inner: proto.IMessage;
};

/** Names of kinds, by the field of `Message` (Baileys, `WAProto/WAProto.proto`). */
const KINDS: Record<string, string> = {
  conversation: "text",
  extendedTextMessage: "text",
  imageMessage: "image",
  videoMessage: "video",
  ptvMessage: "video_note",
  audioMessage: "audio",
  documentMessage: "document",
  stickerMessage: "sticker",
  locationMessage: "location",
  liveLocationMessage: "live_location",
  contactMessage: "contact",
  contactsArrayMessage: "contacts",
  reactionMessage: "reaction",
  secretEncryptedMessage: "edit",
  encReactionMessage: "reaction",
  encEventResponseMessage: "event_reply",
  pollCreationMessage: "poll",
  pollCreationMessageV2: "poll",
  pollCreationMessageV3: "poll",
  pollUpdateMessage: "poll_vote",
  buttonsResponseMessage: "button_reply",
  listResponseMessage: "list_reply",
  templateButtonReplyMessage: "template_button_reply",
  interactiveResponseMessage: "flow_reply",
  orderMessage: "order",
  albumMessage: "album",
  pinInChatMessage: "pin",
  productMessage: "product",
};

/** Reads an encoded message; of one that can't be read a phone shows that there is one. */
export function readEncoded(plain: Uint8Array): Contents {
  try {
    return readContents(baileys().proto.Message.decode(plain));
  } catch {
    return { kind: "unsupported", text: null, target: null, file: null, inner: {} };
  }
}

/** Reads a message. Kinds nobody here knows are called `unsupported`. */
export function readContents(message: proto.IMessage): Contents {
  const { getContentType, normalizeMessageContent } = baileys();
  const inner = normalizeMessageContent(message) ?? message;
  const field = getContentType(inner);
  const base = { inner, text: textOf(inner), target: targetOf(inner), file: fileOf(inner) };
  if (inner.protocolMessage) return { ...base, kind: protocolKind(inner.protocolMessage) };
  if (inner.audioMessage?.ptt) return { ...base, kind: "voice" };
  return { ...base, kind: KINDS[field ?? ""] ?? "unsupported" };
}

function protocolKind({ type }: proto.Message.IProtocolMessage): string {
  const { Type } = baileys().proto.Message.ProtocolMessage;
  if (type === Type.MESSAGE_EDIT) return "edit";
  return type === Type.REVOKE ? "revoke" : "protocol";
}

function textOf(message: proto.IMessage): string | null {
  const edited = message.protocolMessage?.editedMessage;
  if (edited) return textOf(baileys().normalizeMessageContent(edited) ?? edited);
  const { imageMessage, videoMessage, documentMessage, listResponseMessage } = message;
  return (
    message.conversation ??
    message.extendedTextMessage?.text ??
    (imageMessage ?? videoMessage ?? documentMessage)?.caption ??
    message.reactionMessage?.text ??
    pollOf(message)?.name ??
    message.buttonsResponseMessage?.selectedDisplayText ??
    listResponseMessage?.title ??
    message.locationMessage?.name ??
    message.contactMessage?.displayName ??
    null
  );
}

/** The poll that a message opens. */
export function pollOf(message: proto.IMessage): proto.Message.IPollCreationMessage | null {
  return (
    message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3 ?? null
  );
}

function targetOf(message: proto.IMessage): string | null {
  const { protocolMessage, reactionMessage, pollUpdateMessage, encEventResponseMessage } = message;
  const sealed = message.secretEncryptedMessage ?? message.encReactionMessage;
  const key =
    protocolMessage?.key ??
    reactionMessage?.key ??
    pollUpdateMessage?.pollCreationMessageKey ??
    sealed?.targetMessageKey ??
    encEventResponseMessage?.eventCreationMessageKey;
  return key?.id ?? null;
}

const FILES = [
  ["imageMessage", "image"],
  ["videoMessage", "video"],
  ["ptvMessage", "video"],
  ["audioMessage", "audio"],
  ["documentMessage", "document"],
  ["stickerMessage", "sticker"],
] as const satisfies readonly (readonly [keyof proto.IMessage, MediaType])[];

function fileOf(message: proto.IMessage): Contents["file"] {
  for (const [field, mediaType] of FILES) {
    const file = message[field];
    if (!file) continue;
    const { mediaKey, fileSha256, fileEncSha256, fileLength, directPath } = file;
    const none = new Uint8Array();
    return {
      mediaType,
      mediaKey: mediaKey ?? none,
      fileSha256: fileSha256 ?? none,
      fileEncSha256: fileEncSha256 ?? none,
      fileLength: Number(fileLength ?? 0),
      directPath: directPath ?? "",
    };
  }
  return null;
}
