import type { PastInput, PastPersonInput } from "../../db/past/past.ts";
import { newId, newPastMessageId } from "../lib/ids.ts";
import { postgresText } from "../lib/postgres-text.ts";
import type { Identity } from "../providers/identity.ts";
import type { PastFile, PastGroup, PastMessage, PastPerson } from "../providers/past-message.ts";
import { cleanMedia } from "../providers/received-media.ts";

/** A past message as it is stored. Ids are in the order of the calls where messages are of one moment. */
export function asInput(message: PastMessage): PastInput {
  const { chat, direction, writer, original, at } = message;
  const person = identityOf(chat);
  const file = message.file === null ? null : asRow(message.file);
  return {
    id: message.id ?? newPastMessageId(at),
    provider_message_id: message.providerMessageId,
    source: message.source,
    direction,
    identity_type: person.type,
    identity_value: person.value,
    name: isGroup(chat) ? chat.subject : chat.name,
    user_id: userIdOf(chat),
    participant: writer?.address ?? null,
    author:
      direction === "outbound" && (message.source === "phone" || message.source === "meta") ? "phone" : null,
    type: message.type,
    content: JSON.stringify(contentOf(message, file), postgresText),
    status: direction === "inbound" ? "delivered" : message.status,
    media: file === null ? null : JSON.stringify([file]),
    remote_jid: original?.remoteJid ?? null,
    sealed: original?.sealed ?? null,
    at,
  };
}

/** Everybody whom messages name, each once: those on the other side, and who wrote in groups. */
export function peopleOf(messages: readonly PastMessage[]): PastPersonInput[] {
  const people = new Map<string, PastPersonInput>();
  for (const { chat, writer } of messages)
    for (const one of [isGroup(chat) ? null : chat, writer])
      if (one !== null) {
        const { phone, lid, bsuid = null, username = null, name } = one;
        const person = { phone, lid, bsuid, username, name };
        people.set(JSON.stringify(person), person);
      }
  return [...people.values()];
}

/** What they go by in their chat; as in first_identity of db/past/store.sql. */
function identityOf(chat: PastPerson | PastGroup): Identity {
  if (isGroup(chat)) return { type: "group", value: chat.groupId };
  if (chat.phone !== null) return { type: "phone", value: chat.phone };
  return chat.lid !== null ? { type: "lid", value: chat.lid } : { type: "bsuid", value: chat.bsuid ?? "" };
}

function isGroup(chat: PastPerson | PastGroup): chat is PastGroup {
  return "groupId" in chat;
}

/** WhatsApp's own id of the person or group, in the form that messages are addressed by. */
function userIdOf(chat: PastPerson | PastGroup): string | null {
  if (isGroup(chat)) return chat.groupId;
  return chat.lid === null ? (chat.bsuid ?? null) : `${chat.lid}@lid`;
}

type FileRow = ReturnType<typeof asRow>;

function asRow({ stored, ...said }: PastFile) {
  const media = cleanMedia(said);
  return {
    id: stored?.mediaId ?? newId("med"),
    provider_media_id: media.providerMediaId,
    kind: media.kind,
    status: stored === undefined ? "pending" : "stored",
    mime_type: media.mimeType,
    file_name: media.fileName,
    sha256: media.sha256,
    size: stored?.size ?? null,
  };
}

/** As a received message's: with its file's address, and what it answers. */
function contentOf(
  { content, quoted, forwarded }: PastMessage,
  file: FileRow | null,
): Record<string, unknown> {
  return {
    ...content,
    ...(file === null ? {} : { media_id: file.id, media_url: `/v1/media/${file.id}` }),
    ...(file !== null && "mime_type" in content ? { mime_type: file.mime_type } : {}),
    ...(file !== null && "file_name" in content ? { file_name: file.file_name } : {}),
    ...(quoted === null ? {} : { reply_to: { id: quoted } }),
    ...(quoted === null && !forwarded
      ? {}
      : {
          context: { ...(quoted === null ? {} : { id: quoted }), ...(forwarded ? { forwarded: true } : {}) },
        }),
  };
}
