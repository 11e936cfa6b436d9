import type { WAMessage } from "baileys";
import type { Through } from "../groups/through.ts";
import type { ArchiveRequest, SessionAnswer } from "./request.ts";
import { changeShared } from "./shared-state.ts";

/** Archives a chat for all devices of a number, or takes it out (Baileys: `chatModify` in Socket/chats.js). Never rejects. */
export async function archive(
  { socket }: Pick<Through, "socket">,
  { chat, archived, newest }: ArchiveRequest,
): Promise<SessionAnswer<"archive">> {
  const lastMessages = newest === null ? [] : [messageIn(chat, newest)];
  return await changeShared(() => socket.chatModify({ archive: archived, lastMessages }, chat));
}

/** Up to which message the chat is archived: phones compare it with what they have. */
function messageIn(chat: string, { id, isOwn, at, participant }: NonNullable<ArchiveRequest["newest"]>) {
  const key = { remoteJid: chat, id, fromMe: isOwn, ...(participant === null ? {} : { participant }) };
  return { key, messageTimestamp: Math.floor(at / 1000) } as WAMessage;
}
