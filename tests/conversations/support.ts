/** People who write, and colleagues who answer. */
import { take } from "../inbound/support.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";

type Call = TestDaemon["call"];

/** Of everybody who is logged in. */
export const PASSWORD = "correct horse battery staple";

let serial = 0;

/** Somebody writes, so many seconds ago; resolves with the conversation's id. */
export async function hear(waypost: TestDaemon, from: string, secondsAgo = 0, more = {}): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const message = { from, id: `wamid.heard.${++serial}`, timestamp, type: "text", text: { body: "Hi" } };
  await take(waypost, { messages: [{ ...message, ...more }] });
  return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
}

/** Answers in a conversation; resolves with the message's id. */
export async function answer({ call }: { call: Call }, conversation_id: string, more = {}): Promise<string> {
  const body = { conversation_id, type: "text", content: { body: "Yes" }, ...more };
  return (await call("POST", "/v1/messages", body)).body.id;
}

/** Somebody who is logged in. */
export async function newUser({ call, url }: TestDaemon): Promise<{ call: Call; id: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accept = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const accepted = await caller(url, null)("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=(\S+?);/.exec(accepted.headers.get("set-cookie") ?? "")?.[1] ?? "";
  const mine: Call = (method, path, body) =>
    caller(url, null)(method, path, body, { authorization: `Bearer ${token}` });
  return { call: mine, email, id: (await mine("GET", "/v1/auth/me")).body.user.id };
}

/** The ids of the conversations that a query leaves. */
export async function idsOf({ call }: { call: Call }, query: string): Promise<string[]> {
  return (await call("GET", `/v1/conversations?${query}`)).body.data.map((one: { id: string }) => one.id);
}

export type Bot = { call: Call; id: string };

/** The key of a program that answers; `bot` and `agent` as they are created. */
export async function newBot({ call, url }: TestDaemon, bot?: unknown, agent?: object): Promise<Bot> {
  const permissions = ["messages:read", "messages:send"];
  const made = await call("POST", "/v1/api-keys", { name: "Bot", permissions, bot, agent });
  return { call: caller(url, made.body.key), id: made.body.id };
}
