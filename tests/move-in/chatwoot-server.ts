/** A server that answers as Chatwoot's published API does (`swagger/paths/application`, `app/views/api/v1`, 2026). */

export type Message = {
  id: number;
  content: string | null;
  message_type: 0 | 1 | 2 | 3;
  created_at: number;
  private: boolean;
  status: string;
  source_id: string | null;
  content_attributes?: object;
  sender?: { name: string };
  attachments?: object[];
};

export type Conversation = {
  id: number;
  inbox_id: number;
  labels: string[];
  meta: { sender: { id: number; name: string; phone_number: string | null } };
  messages: Message[];
};

export type Contact = {
  id: number;
  name: string;
  phone_number: string | null;
  labels: string[];
  notes: string[];
};

export type ChatwootData = {
  token: string;
  inboxes: object[];
  contacts: Contact[];
  conversations: Conversation[];
  canned: { short_code: string; content: string }[];
};

const CONTACTS_A_PAGE = 15;
const CONVERSATIONS_A_PAGE = 25;
const MESSAGES_BETWEEN = 1000;

/** Serves the account 7 until it is stopped; `data` may be changed meanwhile. `busy` questions are refused first. */
export function startChatwoot(data: ChatwootData, busy = 0): { url: string; stop: () => Promise<void> } {
  let refused = 0;
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      if (request.method !== "GET") return new Response(null, { status: 405 });
      if (request.headers.get("api_access_token") !== data.token)
        return Response.json({ error: "Invalid Access Token" }, { status: 401 });
      if (refused++ < busy) return new Response("Retry later\n", { status: 429 });
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/api/v1/profile")
        return Response.json({ id: 1, accounts: [{ id: 7, name: "Shop" }] });
      const [, path] = /^\/api\/v1\/accounts\/7\/(.*)$/.exec(pathname) ?? [];
      const answer = path === undefined ? undefined : answerTo(data, path, searchParams);
      return answer === undefined ? new Response("{}", { status: 404 }) : Response.json(answer);
    },
  });
  return { url: server.url.href, stop: () => server.stop(true) };
}

function answerTo(data: ChatwootData, path: string, query: URLSearchParams): unknown {
  const page = Number(query.get("page") ?? 1);
  const part = <Row>(rows: readonly Row[], size: number) => rows.slice((page - 1) * size, page * size);
  if (path === "inboxes") return { payload: data.inboxes };
  if (path === "canned_responses") return data.canned;
  if (path === "contacts")
    return {
      meta: { count: data.contacts.length },
      payload: part(data.contacts.map(shownContact), CONTACTS_A_PAGE),
    };
  const [, contactId, detail] = /^contacts\/(\d+)\/(labels|notes)$/.exec(path) ?? [];
  const contact = data.contacts.find(({ id }) => id === Number(contactId));
  if (contact !== undefined)
    return detail === "labels"
      ? { payload: contact.labels }
      : contact.notes.map((content, id) => ({ id, content }));
  if (path === "conversations") {
    const wanted = data.conversations.filter(({ inbox_id }) => inbox_id === Number(query.get("inbox_id")));
    const payload = part(wanted, CONVERSATIONS_A_PAGE).map(({ messages, ...rest }) => ({
      ...{ ...rest, status: "resolved", messages: messages.slice(-1) },
    }));
    return { data: { meta: { all_count: wanted.length }, payload } };
  }
  const [, conversationId] = /^conversations\/(\d+)\/messages$/.exec(path) ?? [];
  const conversation = data.conversations.find(({ id }) => id === Number(conversationId));
  if (conversation === undefined) return undefined;
  const [after, before] = [Number(query.get("after")), Number(query.get("before"))];
  const payload = conversation.messages
    .filter(({ id }) => id >= after && id < before)
    .sort((one, other) => one.created_at - other.created_at)
    .slice(0, MESSAGES_BETWEEN);
  return { meta: {}, payload };
}

function shownContact({ labels: _labels, notes: _notes, ...shown }: Contact) {
  return shown;
}
