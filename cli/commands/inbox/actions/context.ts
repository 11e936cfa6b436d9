import type { Client } from "../../../lib/api/client.ts";
import type { Conversation } from "../../../lib/api/types/conversations.ts";
import { chosenConversation } from "../model/list.ts";
import type { Store } from "../model/session.ts";

/** What actions work with. `run` does the work of a key, and says what went wrong with it. */
export type ActionContext = { client: Client; store: Store; run: (work: () => Promise<void>) => void };

/** The open conversation, or else the chosen one of the list. */
export function currentConversation({ store }: ActionContext): Conversation | undefined {
  return store.get().chat?.conversation ?? chosenConversation(store.get().list);
}

/** Shows a line below the chat or the list. */
export function say({ store }: ActionContext, notice: string): void {
  store.set({ notice });
}
