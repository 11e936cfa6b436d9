/** Messages in groups of an official number belong to the group: nobody's own conversation, window or opt-out. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsOf, recordOf, take } from "./support.ts";

const waypost = sharedDaemon();
const GROUP = "R3J1cHBlMQ";
const ADA = "16505550180";

let serial = 0;
const written = (body: string, more: object = {}) => {
  serial += 1;
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { from: ADA, id: `wamid.group.${serial}`, timestamp, type: "text", text: { body }, ...more };
};
async function inGroup(body: string, more: object = {}) {
  const message = written(body, { group_id: GROUP, ...more });
  await take(waypost, { contacts: [{ wa_id: ADA, profile: { name: "Ada" } }], messages: [message] });
  return (await recordOf(waypost, message.id)) as Record<string, string>;
}
const send = (more: object) =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    type: "text",
    content: { text: "Me" },
    ...more,
  });
const conversationOf = async (id: string | undefined) =>
  (await waypost.call("GET", `/v1/conversations/${id}`)).body;

test("a message of a group is of the group's conversation, and says who wrote it", async () => {
  const { conversation_id, id } = await inGroup("Who brings the cake?");
  const record = (await waypost.call("GET", `/v1/messages/${id}`)).body;
  expect(record).toMatchObject({ group_id: GROUP, group: { id: GROUP, participant: ADA }, from_phone: ADA });
  expect(await conversationOf(conversation_id)).toMatchObject({ group_id: GROUP, contact: { name: null } });
  const writer = (await waypost.call("GET", `/v1/contacts/${record.group.participant_contact_id}`)).body;
  expect(writer).toMatchObject({ name: "Ada", phone_number: `+${ADA}` });
});

test("its event names the group, and the writer who shows no number", async () => {
  const from_user_id = "US.16505550181";
  const { id } = await inGroup("Me", { from: undefined, from_user_id });
  const { body } = (await eventsOf(waypost)).find((one) => one.body.message_id === id) ?? {};
  expect(body).toMatchObject({ group_id: GROUP, from_user_id, group: { participant: from_user_id } });
  const group = body?.group as { participant_contact_id: string | null };
  expect(group.participant_contact_id).not.toBeNull();
});

test("a message between two names no group", async () => {
  const message = written("Hi", { from: "16505550182" });
  await take(waypost, { messages: [message] });
  const record = await recordOf(waypost, message.id);
  expect((await waypost.call("GET", `/v1/messages/${record?.id}`)).body).toMatchObject({
    ...{ group_id: null, group: null },
  });
});

test("a word of opting out in a group opts nobody out, and is not confirmed", async () => {
  const { conversation_id } = await inGroup("STOP");
  expect(await waypost.sql`select from suppressions`).toHaveLength(0);
  const { body } = await waypost.call(
    "GET",
    `/v1/messages?conversation_id=${conversation_id}&direction=outbound`,
  );
  expect(body.data).toEqual([]);
});

test("nor does a message in a group that is corrected to it", async () => {
  const message = written("STPO", { group_id: GROUP });
  await take(waypost, { messages: [message] });
  const edit = { original_message_id: message.id, message: { type: "text", text: { body: "STOP" } } };
  const corrected = written("", { group_id: GROUP, type: "edit", text: undefined, edit });
  await take(waypost, { messages: [corrected] });
  const record = await recordOf(waypost, message.id);
  expect((await waypost.call("GET", `/v1/messages/${record?.id}`)).body.content).toMatchObject({
    body: "STOP",
  });
  expect(await waypost.sql`select from suppressions`).toHaveLength(0);
});

test("a group's message opens the window of the group, and none to who wrote it", async () => {
  const { conversation_id } = await inGroup("Hello all", { from: "16505550183" });
  expect(await conversationOf(conversation_id)).toMatchObject({ service_window_until: expect.any(String) });
  const writer = await waypost.call("GET", "/v1/contacts?q=16505550183");
  const { body } = await waypost.call("GET", `/v1/conversations?contact_id=${writer.body.data[0].id}`);
  expect(body.data).toEqual([]);
});

test.each([
  ["buttons", { body: "Which?", buttons: [{ id: "1", title: "One" }] }],
  ["location", { latitude: 1, longitude: 2 }],
  ["reaction", { message_id: "wamid.1", reaction: "👍" }],
  ["mark_as_read", { message_id: "wamid.1" }],
])("a %s is refused in a group, by its type", async (type, content) => {
  const { conversation_id } = await inGroup("Anyone?");
  const refused = await send({ conversation_id, type, content });
  expect([refused.status, refused.body.code]).toEqual([422, "unsupported_on_platform"]);
  expect(refused.body.detail).toContain(`not possible in groups of whatsapp_official: ${type}`);
});

test("a paired number's group is none of an official number's", async () => {
  const refused = await send({ recipient: "120363041234567890@g.us" });
  expect([refused.status, refused.body.code]).toEqual([422, "recipient_not_supported"]);
  expect(refused.body.detail).toContain("group.participant_contact_id");
});

test.each([
  ["is too long and has the signs of people's ids", `${"g".repeat(300)}@lid.`, "g".repeat(128)],
  ["ends as people's ids do", "120363@s.whatsapp.net", "120363swhatsappnet"],
  ["is a number", 12345, "12345"],
  ["has nothing readable", { id: "x" }, "unreadable"],
])(
  "a group's id that %s keeps what is written there from its writer's conversation",
  async (_, group_id, shown) => {
    const message = written("STOP", { group_id });
    await take(waypost, { messages: [message] });
    const record = await recordOf(waypost, message.id);
    expect((await waypost.call("GET", `/v1/messages/${record?.id}`)).body.group_id).toBe(shown);
    expect(await waypost.sql`select from suppressions`).toHaveLength(0);
  },
);

test("a writer who shows number and user id is named by both", async () => {
  const from_user_id = "US.16505550184";
  const { id } = await inGroup("Both", { from: "16505550184", from_user_id });
  expect((await waypost.call("GET", `/v1/messages/${id}`)).body).toMatchObject({
    ...{ from_phone: "16505550184", from_user_id },
  });
});

test("a message that the business writes in a group with its phone belongs to the group", async () => {
  const { conversation_id } = await inGroup("Anyone?");
  const echo = written("Us", { group_id: GROUP, from: "15550990100", to: "16505550185" });
  await take(waypost, { message_echoes: [echo] }, "smb_message_echoes");
  expect(await recordOf(waypost, echo.id)).toMatchObject({ conversation_id, direction: "outbound" });
});

test("a status of a group joins nobody with the group's digits", async () => {
  const user_id = "US.16505550186";
  await inGroup("Me again", { from: undefined, from_user_id: user_id });
  const delivered = { id: "wamid.of-a-group", status: "delivered", timestamp: "1763717400" };
  const recipient = { recipient_type: "group", recipient_id: GROUP, recipient_user_id: user_id };
  await take(waypost, { statuses: [{ ...delivered, ...recipient }] });
  expect(await waypost.sql`select from contact_identities where value = '31'`).toHaveLength(0);
});

const CASES = "../shared/cases/groups.json";
describe.skipIf(!existsSync(CASES))("with the cases of ../shared", () => {
  const cases: { why: string; message: object }[] = existsSync(CASES)
    ? JSON.parse(readFileSync(CASES, "utf8"))
    : [];
  test.each(cases.map((one) => [one.why, one.message] as const))("%s", async (_, given) => {
    const message = { ...written("x"), ...given };
    await take(waypost, { messages: [message] });
    const record = await recordOf(waypost, message.id);
    expect((await waypost.call("GET", `/v1/messages/${record?.id}`)).body.group_id).toBe(GROUP);
    expect(await waypost.sql`select from suppressions`).toHaveLength(0);
  });
});
