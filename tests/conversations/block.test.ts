/** Blocking people: WhatsApp keeps what they write from the number, until they are unblocked. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA, type Chat, NUMBER, startChat } from "../providers/whatsapp-web/chat.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { hear } from "./support.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const change = (verb: "block" | "unblock", id: string) =>
  chat.daemon.call("POST", `/v1/conversations/${id}/${verb}`);

/** The conversation with somebody, once their last message is this text. */
const conversationWith = (person: string, text: string) =>
  eventually(`${text} from ${person}`, async () => {
    const { body } = await chat.daemon.call("GET", `/v1/conversations?q=${person}`);
    return body.data.find((one: { last_message: { preview: string } }) => one.last_message.preview === text);
  });

const bodies = async (conversation_id: string) =>
  (await chat.daemon.call("GET", `/v1/messages?conversation_id=${conversation_id}`)).body.data.map(
    ({ text }: { text: string }) => text,
  );

test("Meta keeps what a blocked person writes from an official number", async () => {
  const from = "14155576901";
  const write = (text: string) => control(chat.daemon, "inbound", { from, text });
  await write("One");
  const { id } = await conversationWith(from, "One");
  const blocked = await change("block", id);
  expect([blocked.status, blocked.body.blocked_at]).toEqual([200, expect.stringMatching(/Z$/)]);
  await write("Two");
  expect((await change("unblock", id)).body.blocked_at).toBeNull();
  await write("Three");
  await conversationWith(from, "Three");
  expect(await bodies(id)).toEqual(["Three", "One"]);
});

test("who did not write to an official number for a day is not blocked, and the error says why", async () => {
  const refused = await change("block", await hear(chat.daemon, "14155576902"));
  expect([refused.status, refused.body.code, refused.body.provider_code]).toEqual([
    ...[422, "block_refused", "139100"],
  ]);
  expect(refused.body.detail).toContain("wrote to the number in the last 24 hours");
});

test("WhatsApp keeps what a blocked person writes from a paired number", async () => {
  const { conversation_id: id } = await chat.receive("text", { body: "One" });
  expect((await change("block", id)).body.blocked_at).toEqual(expect.stringMatching(/Z$/));
  await chat.people().send(ADA, { kind: "text", content: { body: "Two" }, to: NUMBER });
  expect((await change("unblock", id)).body.blocked_at).toBeNull();
  await chat.receive("text", { body: "Three" });
  expect(await bodies(id)).toEqual(["Three", "One"]);
});
