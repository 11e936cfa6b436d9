/** Messages that the business reads on its own phone are read here, too. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
});
afterAll(() => chat.stop());

const unread = async (conversation: string) =>
  (await chat.daemon.call("GET", `/v1/conversations/${conversation}`)).body.unread_count;

const reaches = (count: number, conversation: string) =>
  eventually(`${count} unread`, async () => ((await unread(conversation)) === count ? true : null));

test("a conversation is read up to what was read on the phone", async () => {
  const first = await chat.receive("text", { body: "One" });
  const second = await chat.receive("text", { body: "Two" });
  expect(await unread(first.conversation_id)).toBe(2);
  chat.people().read(NUMBER, first.provider_message_id);
  await reaches(1, first.conversation_id);
  chat.people().read(NUMBER, second.provider_message_id);
  await reaches(0, first.conversation_id);
  const third = await chat.receive("text", { body: "Three" });
  expect(await unread(third.conversation_id)).toBe(1);
});

test("so is a group", async () => {
  const { id: group } = chat.people().createGroup(ADA, "Sunday lunch", [NUMBER]);
  const said = await chat.people().send(ADA, { kind: "text", content: { body: "Cake?" }, to: group });
  const { conversation_id } = await chat.record(said);
  expect(await unread(conversation_id)).toBe(1);
  chat.people().read(NUMBER, said);
  await reaches(0, conversation_id);
});

test("a read mark by the person does not mark the conversation here", async () => {
  const wrote = await chat.receive("text", { body: "Still there?" });
  const before = await unread(wrote.conversation_id);
  await chat.sent("text", { body: "Yes" }, "read");
  expect(await unread(wrote.conversation_id)).toBe(before);
});
