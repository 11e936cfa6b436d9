/** Text through a paired number, both ways. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

test("a text is on the recipient's phone once, and sent, delivered and read here", async () => {
  // reports by hand: one that comes while the result is written may be faster, and `sent` is then passed over
  chat.people().behave(ADA, { reports: [] });
  const sent = await chat.sent("text", { body: "Your table is booked." }, "sent");
  const there = await chat.onPhone(sent.provider_message_id);
  for (const status of ["delivered", "read"] as const) {
    chat.people().report(ADA, sent.provider_message_id, status);
    await chat.daemon.until(sent.id, status);
  }
  const message = (await chat.daemon.call("GET", `/v1/messages/${sent.id}`)).body;
  expect(message.status_history.map(({ status }: { status: string }) => status)).toEqual([
    "queued",
    "sent",
    "delivered",
    "read",
  ]);
  expect(message.to_phone).toBe(`${ADA}@c.us`);
  expect(there).toMatchObject({ kind: "text", text: "Your table is booked.", copies: 1, unreadable: 0 });
});

test("a text that somebody writes is message.new with the whole content in the record", async () => {
  const message = await chat.receive("text", { body: "Is there parking?" });
  expect(message).toMatchObject({
    direction: "inbound",
    type: "text",
    status: "delivered",
    content: { body: "Is there parking?" },
    from_phone: ADA,
  });
  const [event] = await chat.events("message.new");
  expect(event).toMatchObject({
    message_id: message.id,
    channel_id: chat.channelId,
    direction: "inbound",
    from_phone: ADA,
    msg_type: "text",
  });
});

test("the number of the channel is the one that was paired", async () => {
  const { body } = await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`);
  expect(body.phone_number).toBe(`+${NUMBER}`);
});
