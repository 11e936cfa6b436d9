import type { Through } from "../groups/through.ts";
import type { LabelChatRequest, LabelRequest, SessionAnswer } from "./request.ts";
import { changeShared } from "./shared-state.ts";

/** The Business app's colours, by their places in its list. */
const COLOURS = 20;

/** Names a label for all devices of a number, or removes it (Baileys: `addLabel` in Socket/chats.js). Never rejects. */
export async function editLabel(
  { socket }: Pick<Through, "socket">,
  { id, name, deleted }: LabelRequest,
): Promise<SessionAnswer<"label">> {
  return await changeShared(() => socket.addLabel("", { id, name, deleted, color: Number(id) % COLOURS }));
}

/** Puts a label on a chat for all devices of a number, or takes it off. Never rejects. */
export async function labelChat(
  { socket }: Pick<Through, "socket">,
  { chat, label, labelled }: LabelChatRequest,
): Promise<SessionAnswer<"label_chat">> {
  return await changeShared(() =>
    labelled ? socket.addChatLabel(chat, label) : socket.removeChatLabel(chat, label),
  );
}
