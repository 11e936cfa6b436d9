import { answer, sendFile } from "./answer.ts";
import { quote, react } from "./chosen-message.ts";
import type { ActionContext } from "./context.ts";
import { assign, closeOrOpen, writeNote } from "./conversation.ts";
import { keepUnread, snooze, takeNext } from "./queue.ts";
import { chooseQuickReply } from "./quick-reply.ts";
import { chooseTemplate } from "./template.ts";

/** A user's actions on the open chat, or on the chosen conversation, by the names that keys and the menu have for them. */
const ACTIONS = {
  answer,
  file: sendFile,
  template: chooseTemplate,
  quickReply: chooseQuickReply,
  react,
  quote,
  note: writeNote,
  close: closeOrOpen,
  assign,
  next: takeNext,
  snooze,
  unread: keepUnread,
} satisfies Record<string, (context: ActionContext) => Promise<void>>;

export type Action = keyof typeof ACTIONS;

/** Does what a key or the menu names. Rejects with what went wrong. */
export async function act(context: ActionContext, action: Action): Promise<void> {
  await ACTIONS[action](context);
}
