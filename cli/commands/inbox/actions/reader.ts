import type { Client } from "../../../lib/api/client.ts";
import { given } from "../../../lib/values/given.ts";
import { withNewest, withOlder } from "../model/chat.ts";
import { type ListFilter, queryOf, withFirstPage, withNextPage } from "../model/list.ts";
import { type InboxSession, type Store, showConversation } from "../model/session.ts";

const CONVERSATIONS = 50;
/** The most that a page has. */
const UNREAD = 100;
const MESSAGES = 40;
/**
 * The daemon ends a long search with fewer rows, or none, and a cursor to continue. So often it is requested at each read:
 * for what is new, then for what is missing on the first page.
 */
const LOOKS = 10;
const MORE_LOOKS = 40;

/** Reads what is shown, a page at a time. */
export type Reader = {
  /** Reads the first page and the open chat again. Rejects with a `Failure`. */
  refresh(): Promise<void>;
  /** Reads conversations behind those that are there; nothing while a read is in progress, or at the end. */
  more(): Promise<void>;
  /** Reads older messages of the open chat; nothing while a read is in progress, or at the beginning. */
  older(): Promise<void>;
  /** Reads who one's colleagues are. */
  colleagues(): Promise<void>;
};

export function createReader(client: Client, store: Store): Reader {
  const reading = new Set<string>();
  const alone = async (what: string, work: () => Promise<void>) => {
    if (reading.has(what)) return;
    reading.add(what);
    await work().finally(() => reading.delete(what));
  };

  async function refreshList(): Promise<void> {
    const { filter } = store.get();
    const [page, unread] = await Promise.all([readFirstPage(client, filter), readUnread(client, filter)]);
    // another search began meanwhile
    if (store.get().filter !== filter) return;
    store.set({ list: withFirstPage(store.get().list, page, unread), isRead: true, lost: null });
    // what goes wrong with this goes wrong with the next look too, which says so
    fill(filter).catch(() => {});
  }

  const more = () =>
    alone("more", async () => {
      const { filter, list } = store.get();
      if (list.next === null) return;
      const page = await readPage(client, filter, list.next);
      if (store.get().filter === filter) store.set({ list: withNextPage(store.get().list, page) });
    });

  const fill = (filter: ListFilter) =>
    alone("fill", async () => {
      for (let look = 0; look < MORE_LOOKS && isShort(store.get()); look++)
        if (store.get().filter === filter) await more();
    });

  async function refreshChat(): Promise<void> {
    const { chat } = store.get();
    if (chat === null) return;
    const { id } = chat.conversation;
    const [conversation, page] = await Promise.all([
      client.call("GET /v1/conversations/{id}", { path: { id } }),
      client.call("GET /v1/messages", { query: { conversation_id: id, limit: MESSAGES } }),
    ]);
    store.setChat(id, (open) => withNewest({ ...open, conversation }, page));
    const newest = page.data[0]?.id;
    if (conversation.unread_count === 0 || newest === undefined || isElsewhere(store.get(), id)) return;
    const body = { message_id: newest };
    showConversation(store, await client.call("POST /v1/conversations/{id}/read", { path: { id }, body }));
  }

  return {
    refresh: async () => void (await Promise.all([refreshList(), refreshChat()])),
    more,
    older: () =>
      alone("older", async () => {
        const { chat } = store.get();
        if (chat === null || chat.next === null) return;
        const { id } = chat.conversation;
        const query = { conversation_id: id, limit: MESSAGES, cursor: chat.next };
        const page = await client.call("GET /v1/messages", { query });
        store.setChat(id, (open) => withOlder(open, page));
      }),
    async colleagues() {
      const { data } = await client.call("GET /v1/conversations/colleagues", {});
      store.set({ users: new Map(data.map(({ id, name }) => [id, name])) });
    },
  };
}

function isShort({ list }: InboxSession): boolean {
  return list.next !== null && list.rows.length < CONVERSATIONS;
}

function isElsewhere({ chat }: InboxSession, id: string): boolean {
  return chat?.conversation.id !== id;
}

async function readFirstPage(client: Client, filter: ListFilter) {
  let page = await readPage(client, filter);
  const data = [...page.data];
  for (let look = 1; look < LOOKS && data.length < CONVERSATIONS; look++) {
    const { next_cursor } = page.meta;
    if (next_cursor === null) break;
    page = await readPage(client, filter, next_cursor);
    data.push(...page.data);
  }
  return { data, meta: page.meta };
}

/** By the API, which finds what is unread behind any number of messages that were sent since. */
function readUnread(client: Client, filter: ListFilter) {
  return readPage(client, { ...filter, unread: true }, undefined, UNREAD);
}

function readPage(client: Client, filter: ListFilter, cursor?: string, limit = CONVERSATIONS) {
  const query = { ...queryOf(filter), ...given({ limit, cursor }) };
  return client.call("GET /v1/conversations", { query });
}
