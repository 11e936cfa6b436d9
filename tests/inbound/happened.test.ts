/** Calls and system messages: they stand among the messages of a conversation, and are no messages that somebody wrote. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsOf, take } from "./support.ts";

const waypost = sharedDaemon();

const now = () => String(Math.floor(Date.now() / 1000));
let serial = 0;
const text = (from: string, body = "Hi") => ({
  from,
  id: `wamid.happened.${++serial}`,
  timestamp: now(),
  type: "text",
  text: { body },
});
const says = (...messages: object[]) => take(waypost, { messages });
const system = (from: string, system: object) => ({
  ...{ from, id: `wamid.system.${++serial}`, timestamp: now(), type: "system", system },
});
const call = (from: string, more: object = {}) => {
  const one = { id: `wacid.${++serial}`, from, to: "15550990100", timestamp: now(), event: "terminate" };
  return { ...one, direction: "USER_INITIATED", status: "COMPLETED", ...more };
};
const calls = (...calls: object[]) => take(waypost, { calls }, "calls");
const ours = (to: string, more: object = {}) =>
  call("15550990100", { to, direction: "BUSINESS_INITIATED", ...more });

const found = async (words: string) => (await waypost.call("GET", `/v1/conversations?q=${words}`)).body.data;
const conversationOf = async (from: string) => (await found(from))[0];
/** What a conversation's messages are, the oldest first. */
async function thread(from: string, ...fields: string[]) {
  const { id } = await conversationOf(from);
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body;
  return data.toReversed().map((one: Record<string, unknown>) => fields.map((field) => one[field]));
}
const events = async (type: string) =>
  (await eventsOf(waypost)).filter((event) => event.type === type).map(({ body }) => body);

test("a call that nobody took stands in the conversation, and the caller waits", async () => {
  const missed = call("14155570001");
  await calls(missed, missed);
  await calls(missed);
  expect(await thread("14155570001", "type", "direction", "text", "content")).toEqual([
    [
      ...["missed_call", "inbound", "Missed voice call"],
      { call_id: missed.id, outcome: "missed", video: false, seconds: null },
    ],
  ]);
  const conversation = await conversationOf("14155570001");
  expect(conversation).toMatchObject({
    ...{ unread_count: 1, unanswered: true, service_window_until: expect.any(String) },
    last_message: { type: "missed_call", preview: "Missed voice call" },
  });
  const about = (body: Record<string, unknown>) => body.conversation_id === conversation.id;
  expect((await events("message.new")).filter(about)).toEqual([]);
  expect((await events("conversation.updated")).filter(about)).toHaveLength(1);
  const [step] = (await events("call.status_update")).filter(({ call_id }) => call_id === missed.id);
  expect(step).toMatchObject({
    ...{ contact_id: conversation.contact_id, status: "completed" },
    ...{ conversation_id: conversation.id, message_id: conversation.last_message.id },
  });
});

test("a call that was taken answers who waits, and has nothing to read", async () => {
  await says(text("14155570002"));
  await calls(call("14155570002", { duration: 65 }));
  expect(await thread("14155570002", "type", "text")).toEqual([
    ["text", "Hi"],
    ["call", "Voice call: 1:05"],
  ]);
  expect(await conversationOf("14155570002")).toMatchObject({ unread_count: 1, unanswered: false });
});

test("a call that the business made answers if the person took it, and not otherwise", async () => {
  await says(text("14155570003"));
  const rejected = ours("14155570003");
  const status = { id: rejected.id, type: "call", recipient_id: "14155570003", timestamp: now() };
  await take(waypost, { statuses: [{ ...status, status: "REJECTED" }] }, "calls");
  await calls(rejected, ours("14155570003"), ours("14155570003", { status: "FAILED" }));
  expect(await thread("14155570003", "type", "direction", "text")).toEqual([
    ["text", "inbound", "Hi"],
    ["missed_call", "outbound", "Rejected voice call"],
    ["missed_call", "outbound", "Voice call without an answer"],
    ["missed_call", "outbound", "Failed voice call"],
  ]);
  expect(await conversationOf("14155570003")).toMatchObject({ unread_count: 1, unanswered: true });
  await calls(ours("14155570003", { duration: 9 }));
  expect((await conversationOf("14155570003")).unanswered).toBe(false);
});

test("who takes a call of the business may be written to for a day", async () => {
  const before = { messages: [{ ...text("14155570004"), timestamp: "1763717400" }] };
  await take(waypost, before);
  expect((await conversationOf("14155570004")).service_window_until).toBeNull();
  await calls(ours("14155570004"));
  expect((await conversationOf("14155570004")).service_window_until).toBeNull();
  await calls(ours("14155570004", { duration: 9 }));
  expect((await conversationOf("14155570004")).service_window_until).not.toBeNull();
});

test("a call opens a closed conversation if nobody took it", async () => {
  await says(text("14155570005"));
  const { id } = await conversationOf("14155570005");
  const close = () => waypost.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
  await close();
  await calls(call("14155570005", { duration: 3 }));
  expect((await conversationOf("14155570005")).status).toBe("closed");
  await calls(call("14155570005"));
  expect(await conversationOf("14155570005")).toMatchObject({ status: "open", unanswered: true });
});

test("a person who opens the chat without writing is stored and announced, and needs no answer", async () => {
  const opened = (from: string) => ({
    ...{ from, id: `wamid.opened.${++serial}`, timestamp: now(), type: "request_welcome" },
  });
  const first = opened("14155570021");
  const contacts = [{ wa_id: "14155570021", profile: { name: "Ada" } }];
  await take(waypost, { messages: [first, first], contacts });
  await take(waypost, { messages: [opened("14155570022")] });
  for (const [from, name] of [
    ["14155570021", "Ada"],
    ["14155570022", null],
  ] as const) {
    const contact = (await waypost.call("GET", `/v1/contacts?phone=%2B${from}`)).body.data[0];
    expect(contact.name).toBe(name);
    const { data } = (await waypost.call("GET", `/v1/messages?contact_id=${contact.id}`)).body;
    expect(data).toMatchObject([
      { type: "system", text: "Opened the chat for the first time", content: { event: "chat_opened" } },
    ]);
    const [{ id, conversation_id }] = data;
    expect((await waypost.call("GET", `/v1/conversations/${conversation_id}`)).body).toMatchObject({
      ...{ unread_count: 0, unanswered: false, service_window_until: null },
    });
    expect(await events("conversation.updated")).toContainEqual(expect.objectContaining({ message_id: id }));
  }
});

test("a changed number stands between the messages, where it happened", async () => {
  const moved = system("14155570006", {
    ...{ type: "user_changed_number", wa_id: "14155570096", body: "User A changed to +1" },
  });
  await says(text("14155570006", "Before"), moved, text("14155570096", "After"));
  await says(moved);
  expect(await found("14155570006")).toEqual([]);
  expect(await thread("14155570096", "type", "direction", "text", "content")).toEqual([
    ["text", "inbound", "Before", { body: "Before" }],
    [
      ...["system", "inbound", "Changed their number: +14155570096"],
      {
        ...{ event: "number_changed", from: "14155570006", to: "14155570096" },
        body: "User A changed to +1",
      },
    ],
    ["text", "inbound", "After", { body: "After" }],
  ]);
});

/** As Meta announces a new number, or only the new user id, since August 2026: the previous ids stand beside the new. */
function announced(n: number) {
  const ids = { user_id: `US.9${n}`, parent_user_id: `US.ENT.9${n}` };
  const both = { ...ids, previous_user_id: `US.1${n}`, previous_parent_user_id: `US.ENT.1${n}` };
  const number = system(`1415557100${n}`, { type: "user_changed_number", wa_id: `1415557900${n}`, ...both });
  const { from: _, ...nameless } = system("", { type: "user_changed_user_id", ...both });
  return { number, id: { ...nameless, from_user_id: ids.user_id } };
}

const LINES = { number: "Changed their number", id: "Has another WhatsApp id" } as const;

test.each([
  [1, ["number"]],
  [2, ["id"]],
  [3, ["number", "id"]],
  [4, ["id", "number"]],
] as const)("the previous and the new ids are one person's: %i, %j", async (n, order) => {
  const changes = announced(n);
  await says({ ...text(`1415557100${n}`, "Before"), from_user_id: `US.1${n}` });
  for (const kind of [...order, ...order]) await says(changes[kind]);
  const after = { ...text("", `After ${n}`), from: undefined, from_user_id: `US.9${n}` };
  await says(after);
  const number = order.some((kind) => kind === "number") ? `1415557900${n}` : `1415557100${n}`;
  const lines = (await thread(number, "text")).map(([line]: string[]) => line?.split(":")[0]);
  expect(lines).toEqual(["Before", ...order.map((kind) => LINES[kind]), `After ${n}`]);
  const { contact_id } = await conversationOf(number);
  const { identities } = (await waypost.call("GET", `/v1/contacts/${contact_id}`)).body;
  expect(identities.map(({ value }: { value: string }) => value).sort()).toEqual(
    [number, `US.9${n}`, `US.ENT.9${n}`].sort(),
  );
});

test("a new security code is nothing to read, answer or be counted", async () => {
  await says({ ...text("14155570007"), timestamp: "1763717400" });
  const { id } = await conversationOf("14155570007");
  await waypost.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
  const before = await conversationOf("14155570007");
  const code = system("14155570007", { type: "customer_identity_changed", identity: "hash" });
  await says(code);
  await says(code);
  expect(await thread("14155570007", "type", "text", "content")).toEqual([
    ["text", "Hi", { body: "Hi" }],
    ["system", "Security code changed", { event: "identity_changed" }],
  ]);
  expect(await conversationOf("14155570007")).toEqual(before);
  const own = (await events("conversation.updated")).filter(
    (body) => body.conversation_id === id && body.message_id !== undefined,
  );
  expect(own).toHaveLength(2);
  const fresh = (await events("message.new")).filter((body) => body.conversation_id === id);
  expect(fresh).toHaveLength(1);
});

test("a system message of somebody without a conversation makes none", async () => {
  await says(system("14155570008", { type: "customer_identity_changed", identity: "hash" }));
  expect(await found("14155570008")).toEqual([]);
});
