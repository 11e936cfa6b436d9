import type { Conversation } from "../../../lib/api/types/conversations.ts";
import type { Chat } from "./chat.ts";
import { type ConversationList, type ListFilter, NO_LIST, withConversation } from "./list.ts";
import type { Prompt } from "./prompt.ts";

/** The state of the inbox, and the user's place in it. */
export type InboxSession = {
  list: ConversationList;
  filter: ListFilter;
  /** Whether the list has been read since the filter changed. */
  isRead: boolean;
  chat: Chat | null;
  /** How many lines the help is scrolled down; null while it is not shown. */
  help: number | null;
  /** The current question to the user. */
  prompt: Prompt | null;
  /** Whether the next letter chooses what to do in the chat. */
  menu: boolean;
  /** Names of users, by their ids, as far as one may know them. */
  users: ReadonlyMap<string, string>;
  /** Why all this is older than it should be; null while it is not. */
  lost: string | null;
  /** The result of the last key. */
  notice: string | null;
};

/** Holds the session; watchers are notified of each change. */
export type Store = {
  get(): InboxSession;
  set(change: Partial<InboxSession>): void;
  /** Changes the chat if it is still open with this conversation. */
  setChat(conversationId: string, change: (chat: Chat) => Chat): void;
  watch(notify: () => void): void;
};

export function createStore(filter: ListFilter): Store {
  let notify = () => {};
  let session: InboxSession = {
    ...{ list: NO_LIST, filter, isRead: false, chat: null, help: null, prompt: null, menu: false },
    ...{ users: new Map(), lost: null, notice: null },
  };
  const set = (change: Partial<InboxSession>) => {
    session = { ...session, ...change };
    notify();
  };
  return {
    get: () => session,
    set,
    setChat(conversationId, change) {
      const { chat } = session;
      if (chat?.conversation.id === conversationId) set({ chat: change(chat) });
    },
    watch(next) {
      notify = next;
    },
  };
}

/** Takes up a conversation as it is now, wherever it is shown. */
export function showConversation(store: Store, conversation: Conversation): void {
  store.set({ list: withConversation(store.get().list, conversation) });
  store.setChat(conversation.id, (chat) => ({ ...chat, conversation }));
}
