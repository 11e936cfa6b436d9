/** The messages of a phone's history, from the phone into their conversations. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PastContact } from "../../../../daemon/sandbox/whatsapp-web/people/sending/history.ts";
import { untilStatus } from "../../../gateway/support.ts";
import { conversationOf, said } from "../../../past/support.ts";
import { eventually } from "../../../support/until.ts";
import { type Chat, startChat } from "../chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat(undefined, undefined, { retentionDays: 365 });
});
afterAll(() => chat.stop());

/** Links another number, whose phone has a history already. Returns its channel. */
async function linked(number: string, settings: object, contacts: PastContact[]): Promise<string> {
  const { call } = chat.daemon;
  chat.people().addHistory(number, contacts);
  const channel = { platform: "whatsapp_unofficial", name: number, settings };
  const { id } = (await call("POST", "/v1/channels", channel)).body;
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await chat.web.control.scan(number, body.qr);
  await untilStatus(call)(id, "connected");
  return id;
}

/** A chat of words of 1, 60 and 200 days ago, the last by the number itself. */
function chatWith(number: string): PastContact {
  return {
    ...{ number, name: `Person ${number}` },
    messages: [
      { id: `${number}.1`, text: "Yesterday", daysAgo: 1 },
      { id: `${number}.60`, text: "In autumn", daysAgo: 60, fromMe: true },
      { id: `${number}.200`, text: "In spring", daysAgo: 200 },
    ],
  };
}

/** What stands in the conversation with somebody, once it has so many messages. */
async function history(number: string, messages: number) {
  return await eventually(`${messages} messages of ${number}`, async () => {
    const conversation = await conversationOf(chat.daemon, number);
    const words = conversation === undefined ? [] : await said(chat.daemon, conversation.id);
    return words.length === messages ? { conversation, words } : null;
  });
}

test("all that the phone has is asked for where the channel wants it full, and stands in order", async () => {
  await linked("15557010011", { history: "full" }, [chatWith("491760000001")]);
  const { conversation, words } = await history("491760000001", 3);
  expect(words).toEqual(["In spring", "In autumn", "Yesterday"]);
  expect(conversation).toMatchObject({
    status: "closed",
    unread_count: 0,
    contact: { name: "Person 491760000001" },
  });
  expect(await chat.events("message.new")).toEqual([]);
});

test("ninety days are what the channel wants, and a reply quotes a message of them", async () => {
  const number = "491760000002";
  const channelId = await linked("15557010012", { history: "90_days" }, [chatWith(number)]);
  expect((await history(number, 2)).words).toEqual(["In autumn", "Yesterday"]);
  const reply = { channel_id: channelId, to: number, type: "text", content: { body: "And today" } };
  const sent = await chat.daemon.call("POST", "/v1/messages", { ...reply, reply_to: { id: `${number}.1` } });
  const { provider_message_id: id } = await chat.daemon.until(sent.body.id, "read", "failed");
  const { raw } = await chat.onPhone(id, number);
  expect(Buffer.from(raw, "base64").toString()).toContain(`${number}.1`);
});

test("a group's messages are in the group, with who wrote them, where the number takes part in groups", async () => {
  const group = { number: "491760000003", name: "Ovens", group: "120363000000000042@g.us" };
  const contact = { ...group, messages: [{ id: "G1", text: "Who bakes?", daysAgo: 2 }] };
  const channelId = await linked("15557010013", { history: "90_days", groups: true }, [contact]);
  const message = await eventually("the message", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages?channel_id=${channelId}`);
    return body.data[0] ?? null;
  });
  expect(message).toMatchObject({ imported_from: "phone", text: "Who bakes?", group: { subject: "Ovens" } });
  expect(message.from_user_id).toMatch(/^\d+@lid$/);
});

test("without the setting people are learnt, and no messages", async () => {
  await linked("15557010014", {}, [chatWith("491760000004")]);
  await eventually("a contact", async () => {
    const rows = await chat.daemon.sql`select from contacts where name = 'Person 491760000004'`;
    return rows.length === 1 ? true : null;
  });
  expect(await conversationOf(chat.daemon, "491760000004")).toBeUndefined();
});
