/** Which conversations wait for an answer, and whose they are. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let serial = 0;
/** Somebody writes; resolves with the conversation's id. */
async function hear(from: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id: `wamid.waiting.${++serial}`, timestamp, type: "text", text: { body: "Hi" } };
  await take(waypost, { messages: [message] });
  return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
}

/** Answers in a conversation. */
const answer = (conversation_id: string) =>
  waypost.call("POST", "/v1/messages", { conversation_id, type: "text", content: { body: "Yes" } });
const idsOf = async (query: string, call = waypost.call): Promise<string[]> =>
  (await call("GET", `/v1/conversations?${query}`)).body.data.map((one: { id: string }) => one.id);

/** Somebody who is logged in. */
async function newUser() {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await waypost.call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accept = { token: invited.body.token, name: "Ada", password: "correct horse battery staple" };
  const accepted = await caller(waypost.url, null)("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=(\S+?);/.exec(accepted.headers.get("set-cookie") ?? "")?.[1];
  const call: typeof waypost.call = (method, path, body) =>
    caller(waypost.url, null)(method, path, body, { authorization: `Bearer ${token}` });
  return { call, id: (await call("GET", "/v1/auth/me")).body.user.id as string };
}

test("a conversation is unanswered while the last message is the contact's", async () => {
  const [open, done] = [await hear("14155564201"), await hear("14155564202")];
  await answer(done);
  expect(await idsOf("unanswered=true&q=141555642")).toEqual([open]);
  expect(await idsOf("unanswered=false&q=141555642")).toEqual([done]);
  const shown = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body.unanswered;
  expect([await shown(open), await shown(done)]).toEqual([true, false]);
  await hear("14155564202");
  expect(await shown(done)).toBe(true);
});

test("conversations are filtered by mine and by nobody's", async () => {
  const [mine, theirs, free] = [
    await hear("14155564301"),
    await hear("14155564302"),
    await hear("14155564303"),
  ];
  const [me, other] = [await newUser(), await newUser()];
  await waypost.call("PATCH", `/v1/conversations/${mine}`, { assignee_id: me.id });
  await waypost.call("PATCH", `/v1/conversations/${theirs}`, { assignee_id: other.id });
  expect(await idsOf("assignee_id=me", me.call)).toEqual([mine]);
  expect(await idsOf("assignee_id=none&q=141555643", me.call)).toEqual([free]);
  expect(await idsOf("assignee_id=none&unanswered=true&limit=1")).toEqual([free]);
});

test("a key has no conversations of its own", async () => {
  const refused = await waypost.call("GET", "/v1/conversations?assignee_id=me");
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "/assignee_id" }] } });
});
