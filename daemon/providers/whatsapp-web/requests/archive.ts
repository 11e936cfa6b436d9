import type { WAMessage } from "baileys";
import { codeOf } from "../groups/refusal.ts";
import type { Through } from "../groups/through.ts";
import { LACKS_KEY, lacksKey } from "./no-key.ts";
import type { ArchiveRequest, SessionAnswer } from "./request.ts";

/** Archives a chat for all devices of a number, or takes it out (Baileys: `chatModify` in Socket/chats.js). Never rejects. */
export async function archive(
  { socket }: Pick<Through, "socket">,
  { chat, archived, newest }: ArchiveRequest,
): Promise<SessionAnswer<"archive">> {
  const lastMessages = newest === null ? [] : [messageIn(chat, newest)];
  try {
    await socket.chatModify({ archive: archived, lastMessages }, chat);
    return { result: null };
  } catch (cause) {
    const code = codeOf(cause);
    const text = cause instanceof Error ? cause.message : String(cause);
    if (lacksKey(text)) return { refusal: { reason: "refused", code, text: LACKS_KEY } };
    return { refusal: { reason: code === null ? "no_response" : "refused", code, text } };
  }
}

/** Up to which message the chat is archived: phones compare it with what they have. */
function messageIn(chat: string, { id, isOwn, at, participant }: NonNullable<ArchiveRequest["newest"]>) {
  const key = { remoteJid: chat, id, fromMe: isOwn, ...(participant === null ? {} : { participant }) };
  return { key, messageTimestamp: Math.floor(at / 1000) } as WAMessage;
}
