/** Actions on the message of the open chat that was chosen with the arrows. */
import { chosenMessage, isHappening, reactable } from "../model/chat.ts";
import { newPick } from "../model/prompt.ts";
import { type ActionContext, say } from "./context.ts";
import { sendOrChooseTemplate } from "./template.ts";

const EMOJIS = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** Asks for an emoji, and reacts with it. */
export async function react(context: ActionContext): Promise<void> {
  const { store, run } = context;
  const { chat } = store.get();
  const message = chat === null ? undefined : reactable(chat);
  if (message === undefined) return say(context, "Choose a message with ↑ to react to it");
  const emojis = EMOJIS.map((value) => ({ label: value, value }));
  const target = { message_id: message.provider_message_id, from_me: message.direction === "outbound" };
  const send = (reaction: string) => {
    // the message was chosen for this: the next Escape leaves the chat
    store.setChat(message.conversation_id, (open) => ({ ...open, chosen: null }));
    const content = { ...target, reaction };
    run(() => sendOrChooseTemplate(context, { type: "reaction", content }, `Reaction: ${reaction}`));
  };
  const title = `React to “${message.text ?? message.type}”`;
  store.set({ prompt: newPick(title, [...emojis, { label: "take it back", value: "" }], send, true) });
}

/** The next answer quotes it. */
export async function quote(context: ActionContext): Promise<void> {
  const { store } = context;
  const { chat } = store.get();
  const message = chat === null ? undefined : chosenMessage(chat);
  if (chat === null || typeof message?.provider_message_id !== "string" || isHappening(message))
    return say(context, "Choose a message with ↑ to quote it");
  store.set({ chat: { ...chat, quoted: message.provider_message_id }, notice: "Your answer quotes it" });
}
