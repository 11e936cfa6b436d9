import type { Through } from "../groups/through.ts";
import type { EarlierRequest } from "./request.ts";

/** As many as WhatsApp Web itself asks for (whatsmeow, `BuildHistorySyncRequest`). */
const MESSAGES = 50;

/** Asks the phone for what was written in a chat before a message. It gives them as a part of its history, if it does, with the id of the question, which is returned. */
export async function askForEarlier(
  { socket }: Pick<Through, "socket">,
  { chat, oldest }: EarlierRequest,
): Promise<string> {
  const { id, isOwn, at, participant } = oldest;
  const key = { remoteJid: chat, id, fromMe: isOwn, ...(participant === null ? {} : { participant }) };
  return await socket.fetchMessageHistory(MESSAGES, key, at);
}
