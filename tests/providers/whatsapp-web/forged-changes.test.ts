/** Nobody changes or deletes what others said; an admin deletes in their group. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";

const GRACE = "491700000002";
/** Members who never wrote, and somebody known by LID alone who did not either. */
const SILENT = ["491700000031", "491700000032", "15550001811"] as const;

let chat: Chat;
let group: string;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
  group = chat.people().createGroup(ADA, "Prices", [NUMBER, GRACE, ...SILENT]).id;
});
afterAll(() => chat.stop());

/** Somebody changes something in the group, and Ada writes behind it; the message as it is then. */
async function after(from: string, kind: "edit" | "revoke", content: { message_id: string }) {
  await chat.people().send(from, { kind, to: group, content: { body: "the price is 1", ...content } });
  await chat.record(await chat.people().send(ADA, { kind: "text", to: group, content: { body: "Behind" } }));
  return await chat.record(content.message_id);
}

const price = async (from: string) => {
  const content = { body: "the price is 100" };
  const { provider_message_id } = await chat.record(
    await chat.people().send(from, { kind: "text", to: group, content }),
  );
  return provider_message_id as string;
};

test.each([...SILENT, ADA])("%s rewrites nothing that Grace said, sealed or plain", async (from) => {
  const message_id = await price(GRACE);
  for (const sealed of [true, false])
    expect(await after(from, "edit", { message_id, sealed } as { message_id: string })).toMatchObject({
      content: { body: "the price is 100" },
      edits: [],
      edited_at: null,
    });
});

test.each(SILENT)("%s deletes nothing that Grace or the number said", async (from) => {
  for (const message_id of [await price(GRACE), await price(NUMBER)])
    expect(await after(from, "revoke", { message_id })).toMatchObject({ deleted_at: null });
});

test("an admin of the group deletes what others said there", async () => {
  for (const message_id of [await price(GRACE), await price(NUMBER)])
    expect((await after(ADA, "revoke", { message_id })).deleted_at).not.toBeNull();
});

const asText = (value: unknown) => JSON.stringify(value);
let serial = 0;
/** A change comes in whose author only this test can be. */
async function revise(original_id: string, author: object, content: object | null = null) {
  const about = { original_id, provider_message_id: `forged.${++serial}`, at: new Date() };
  const revision = { ...about, author, content: content === null ? null : asText(content) };
  const { organizationId } = chat.daemon;
  await chat.daemon.sql`
    select revise_message(${organizationId}, ${chat.channelId}, ${asText(revision)}::text::json)`;
}

test("an admin of one group deletes nothing that was said in another", async () => {
  const own = chat.people().createGroup(SILENT[0], "Mine", [NUMBER, GRACE]).id;
  await chat.record(await chat.people().send(GRACE, { kind: "text", to: own, content: { body: "Here" } }));
  const message_id = await price(GRACE);
  const admin = { direction: "inbound", participant: "1@lid", is_admin: true };
  await revise(message_id, { type: "group", value: own, ...admin });
  expect(await chat.record(message_id)).toMatchObject({ deleted_at: null });
  await revise(message_id, { type: "group", value: group, ...admin });
  expect((await chat.record(message_id)).deleted_at).not.toBeNull();
});

test("members change and delete what they said themselves, known by number or by LID", async () => {
  for (const from of [GRACE, ...SILENT]) {
    const message_id = await price(from);
    expect((await after(from, "edit", { message_id })).content).toEqual({ body: "the price is 1" });
    expect((await after(from, "revoke", { message_id })).deleted_at).not.toBeNull();
  }
});

test("a change in a group that names nobody is nobody's", async () => {
  const message_id = await price(GRACE);
  const author = { type: "group", value: group, direction: "inbound" };
  for (const content of [{ body: "the price is 1" }, null]) await revise(message_id, author, content);
  const found = { content: { body: "the price is 100" }, deleted_at: null };
  expect(await chat.record(message_id)).toMatchObject(found);
});

const STRANGERS = [
  { type: "phone", value: "491709999999", direction: "inbound" },
  { type: "lid", value: "99999999999", direction: "inbound" },
  { type: "phone", value: GRACE, direction: "inbound" },
  { type: "phone", value: ADA, direction: "outbound" },
  { type: "phone", value: ADA },
];

test.each(STRANGERS)("between two, %p changes and deletes nothing", async (author) => {
  const said = await chat.receive("text", { body: "I pay 100" });
  await revise(said.provider_message_id, author, { body: "I pay 1000" });
  await revise(said.provider_message_id, author);
  expect(await chat.record(said.provider_message_id)).toMatchObject({
    content: { body: "I pay 100" },
    deleted_at: null,
  });
});

test("a change that comes before its message changes it only when it is the writer's", async () => {
  const { message_id } = { message_id: `3EB0${Date.now()}` };
  for (const author of STRANGERS) await revise(message_id, author, { body: "I pay 1000" });
  await revise(message_id, { type: "phone", value: ADA, direction: "inbound" }, { body: "I pay 99" });
  await receive({
    provider_message_id: message_id,
    identity_value: ADA,
    content: asText({ body: "I pay 100" }),
  });
  const { content, edits } = await chat.record(message_id);
  expect([content.body, ...edits.map((one: { content: { body: string } }) => one.content.body)]).toEqual([
    "I pay 99",
    "I pay 100",
  ]);
});

async function receive(given: { provider_message_id: string; identity_value: string; content: string }) {
  const known = { direction: "inbound", identity_type: "phone", type: "text", at: new Date(), ...given };
  const received = asText([{ id: Bun.randomUUIDv7(), ...known }]);
  const { organizationId } = chat.daemon;
  await chat.daemon.sql`
    select receive_messages(${organizationId}, ${chat.channelId}, ${received}::text::json)`;
}

test("nobody else fills a message that could not be decrypted", async () => {
  chat.people().behave(NUMBER, { respondsToRequests: false });
  const order = { kind: "text", content: { body: "Mine" }, to: NUMBER, unreadable: 100 };
  const id = await chat.people().send(ADA, order);
  expect(await chat.record(id)).toMatchObject({ type: "undecryptable" });
  const content = asText({ body: "Not mine" });
  await receive({ provider_message_id: id, identity_value: "491709999998", content });
  expect(await chat.record(id)).toMatchObject({ type: "undecryptable" });
});
