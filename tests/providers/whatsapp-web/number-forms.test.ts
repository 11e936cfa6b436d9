/** A person whose number has two forms, on a paired number: WhatsApp uses one of them, whichever was saved. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

test.each([
  ["BR", "5511961239001", "551161239001"],
  ["MX", "525512349001", "5215512349001"],
  ["AR", "541112349001", "5491112349001"],
  ["BJ", "2290197009001", "22997009001"],
])("%s: one contact, one conversation, one STOP", async (_, saved, own) => {
  const made = await chat.daemon.call("POST", "/v1/contacts", { phone_number: `+${saved}` });
  const wrote = await chat.receive("text", { body: "Hello" }, own);
  expect(wrote.contact_id).toBe(made.body.id);
  const answer = await chat.send("text", { body: "Hello to you" }, saved);
  expect((await chat.daemon.until(answer, "read", "failed")).conversation_id).toBe(wrote.conversation_id);
  await chat.receive("text", { body: "STOP" }, own);
  for (const to of [saved, own]) {
    const refused = await chat.daemon.call("POST", "/v1/messages", {
      ...{ channel_id: chat.channelId, to, type: "text", content: { body: "Still there?" } },
    });
    expect([refused.status, refused.body.code]).toEqual([422, "suppressed_recipient"]);
  }
});

test("a STOP by somebody who was not known before holds for the other form, too", async () => {
  await chat.receive("text", { body: "STOP" }, "551161239002");
  const { status, body } = await chat.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: chat.channelId, to: "5511961239002", type: "text", content: { body: "Hello" } },
  });
  expect([status, body.code]).toEqual([422, "suppressed_recipient"]);
});
