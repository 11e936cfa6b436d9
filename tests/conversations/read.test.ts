/** The unread messages of a conversation, for each reader. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let serial = 0;
async function hear(from: string, more: object = {}): Promise<string> {
  const id = `wamid.read.${++serial}`;
  const text = { timestamp: secondsAgo(0), type: "text", text: { body: "Hi" } };
  await take(waypost, { messages: [{ from, id, ...text, ...more }] });
  return id;
}

const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);

type Call = typeof waypost.call;

/** Somebody who is logged in, made now. */
async function newUser(): Promise<Call> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await waypost.call("POST", "/v1/users/invitations", { email, role: "agent" });
  const accept = { token: invited.body.token, name: "Ada", password: "correct horse battery staple" };
  const accepted = await caller(waypost.url, null)("POST", "/v1/auth/invitations/accept", accept);
  const token = /waypost_session=(\S+?);/.exec(accepted.headers.get("set-cookie") ?? "")?.[1];
  const call = caller(waypost.url, null);
  return (method, path, body) => call(method, path, body, { authorization: `Bearer ${token}` });
}

async function conversationWith(phone: string, call: Call = waypost.call) {
  return (await call("GET", `/v1/conversations?q=${phone}`)).body.data[0];
}

const read = (id: string, body: object = {}, call: Call = waypost.call) =>
  call("POST", `/v1/conversations/${id}/read`, body);

test("a conversation is unread until it is marked as read, and again when the person writes more", async () => {
  await hear("14155557001");
  await hear("14155557001");
  const { id, unread_count } = await conversationWith("14155557001");
  expect(unread_count).toBe(2);
  expect((await read(id)).body).toMatchObject({ id, unread_count: 0 });
  await hear("14155557001");
  expect((await conversationWith("14155557001")).unread_count).toBe(1);
});

test("each user reads for themselves, and all API keys are one reader", async () => {
  const [ada, bo] = [await newUser(), await newUser()];
  await hear("14155557002");
  const { id } = await conversationWith("14155557002");
  await read(id, {}, ada);
  const counts = [ada, bo, waypost.call].map(
    async (call) => (await call("GET", `/v1/conversations/${id}`)).body.unread_count,
  );
  expect(await Promise.all(counts)).toEqual([0, 1, 1]);
});

test("messages older than a user are read for that user, until the person writes again", async () => {
  await hear("14155557003", { timestamp: secondsAgo(60) });
  const ada = await newUser();
  expect((await conversationWith("14155557003", ada)).unread_count).toBe(0);
  await hear("14155557003");
  expect((await conversationWith("14155557003", ada)).unread_count).toBe(2);
});

test("a message in the second in which a user is made is unread, counted and listed", async () => {
  const ada = await newUser();
  const [made] = await waypost.sql<{ second: number }[]>`
    update users set created_at = date_trunc('second', created_at) + interval '900 milliseconds'
    where id = (select id from users order by created_at desc limit 1)
    returning extract(epoch from date_trunc('second', created_at))::integer as second`;
  await hear("14155557012", { timestamp: String(made?.second) });
  const [listed] = (await ada("GET", "/v1/conversations?unread=true&q=14155557012")).body.data;
  expect(listed?.unread_count).toBe(1);
});

test("what came after the message that was seen stays unread, and nothing read becomes unread", async () => {
  await hear("14155557004");
  const seen = (await conversationWith("14155557004")).last_message.id;
  await hear("14155557004");
  await hear("14155557004");
  const { id } = await conversationWith("14155557004");
  expect((await read(id, { message_id: seen })).body.unread_count).toBe(2);
  await read(id);
  expect((await read(id, { message_id: seen })).body.unread_count).toBe(0);
});

test("a message of another conversation marks nothing as read", async () => {
  await hear("14155557005");
  await hear("14155557006");
  const [one, other] = [await conversationWith("14155557005"), await conversationWith("14155557006")];
  const answer = await read(one.id, { message_id: other.last_message.id });
  expect([answer.status, answer.body.code]).toEqual([422, "message_not_found"]);
  expect((await conversationWith("14155557005")).unread_count).toBe(1);
});

test("neither a reaction nor what is sent to a person is unread", async () => {
  const message_id = await hear("14155557007");
  const { id } = await conversationWith("14155557007");
  await read(id);
  await hear("14155557007", { type: "reaction", reaction: { message_id, emoji: "👍" } });
  const text = { to: "14155557007", type: "text", content: { body: "Hello" } };
  await waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, ...text });
  expect((await conversationWith("14155557007")).unread_count).toBe(0);
  const listed = (await waypost.call("GET", "/v1/conversations?unread=true&q=14155557007")).body.data;
  expect(listed).toEqual([]);
});

test("a list can leave out what is read, or what is not", async () => {
  await hear("14155557008");
  const { id } = await conversationWith("14155557008");
  const listed = async (unread: boolean) =>
    (await waypost.call("GET", `/v1/conversations?unread=${unread}&q=14155557008`)).body.data.length;
  expect([await listed(true), await listed(false)]).toEqual([1, 0]);
  await read(id);
  expect([await listed(true), await listed(false)]).toEqual([0, 1]);
});

test("each reader lists what they have not read, whichever of them others have read", async () => {
  const ada = await newUser();
  await hear("14155557011");
  const listedBy = async (call: Call) =>
    (await call("GET", "/v1/conversations?unread=true&q=14155557011")).body.data.length;
  const { id } = await conversationWith("14155557011");
  await read(id);
  const bo = await newUser();
  expect([await listedBy(waypost.call), await listedBy(ada)]).toEqual([0, 1]);
  await read(id, {}, ada);
  await hear("14155557011");
  for (const call of [waypost.call, ada, bo]) expect(await listedBy(call)).toBe(1);
});

test("conversations that become one keep what was read of each", async () => {
  await hear("14155557009");
  await hear("14155557010");
  await hear("14155557010");
  const [kept, gone] = [await conversationWith("14155557009"), await conversationWith("14155557010")];
  await read(gone.id);
  const path = `/v1/contacts/${kept.contact_id}/merge`;
  expect((await waypost.call("POST", path, { contact_id: gone.contact_id })).status).toBe(200);
  const { body } = await waypost.call("GET", `/v1/conversations/${kept.id}`);
  expect(body.unread_count).toBe(1);
  await hear("14155557010");
  expect((await read(kept.id)).body.unread_count).toBe(0);
});
