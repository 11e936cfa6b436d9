/** Earlier messages of a conversation, from the phone when somebody asks for them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { conversationOf, said } from "../../../past/support.ts";
import { eventually } from "../../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "../chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const earlier = (id: string) => chat.daemon.call("POST", `/v1/conversations/${id}/earlier`);

/** The words of a conversation, once they are so many. */
async function words(conversationId: string, count: number): Promise<string[]> {
  return await eventually(`${count} messages`, async () => {
    const found = await said(chat.daemon, conversationId);
    return found.length === count ? found : null;
  });
}

test("the phone gives what was written before, and nothing comes of it or twice", async () => {
  const past = [
    { text: "First", daysAgo: 40 },
    { text: "Second", daysAgo: 30, fromMe: true },
  ];
  chat.people().addHistory(NUMBER, [{ number: ADA, name: "Ada", messages: past }]);
  const { conversation_id } = await chat.receive("text", { body: "Now" });
  const before = (await chat.events("message.new")).length;
  const { status, body } = await earlier(conversation_id);
  expect(status).toBe(202);
  expect(await words(conversation_id, 3)).toEqual(["First", "Second", "Now"]);
  expect((await earlier(conversation_id)).body.before < body.before).toBe(true);
  await chat.receive("text", { body: "And then" });
  expect(await words(conversation_id, 4)).toEqual(["First", "Second", "Now", "And then"]);
  expect((await chat.events("message.new")).length).toBe(before + 1);
  expect((await conversationOf(chat.daemon, ADA)).unread_count).toBe(2);
});

test("an official number has no phone to ask", async () => {
  const { call, channelId: channel_id } = chat.daemon;
  const message = { channel_id, to: "14155550123", type: "text", content: { body: "Hi" } };
  const sent = (await call("POST", "/v1/messages", message)).body;
  const { conversation_id } = (await call("GET", `/v1/messages/${sent.id}`)).body;
  expect(await earlier(conversation_id)).toMatchObject({
    status: 422,
    body: { code: "unsupported_on_platform" },
  });
});

test("a number that is not connected is not asked", async () => {
  const { conversation_id } = await chat.receive("text", { body: "Later" });
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  expect(await earlier(conversation_id)).toMatchObject({
    status: 409,
    body: { code: "channel_not_connected" },
  });
});
