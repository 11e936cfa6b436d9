/** Messages that can't be decrypted: they are records, and become what they say when a copy can be read. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

/** More copies than WhatsApp's clients ask for. */
const FOR_EVER = 100;

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const say = (unreadable: number, kind = "text", content: object = { body: "Hello" }) =>
  chat.people().send(ADA, { kind, to: NUMBER, content: { ...content }, unreadable });

const typed = (id: string, type: string) =>
  eventually(`message of type ${type}`, async () => {
    const found = await chat.record(id);
    return found.type === type ? found : null;
  });

/** The message's types in its events, in order. */
async function eventTypes(messageId: string): Promise<unknown[]> {
  const all = [...(await chat.events("message.new")), ...(await chat.events("message.decrypted"))];
  return all.filter(({ message_id }) => message_id === messageId).map(({ msg_type }) => msg_type);
}

const errors = (id: string) =>
  chat.web.control
    .received()
    .data.filter((stanza) => stanza.id === id && stanza.error !== null && stanza.error !== undefined);

test("what the sender repeats becomes the message: same record, same id, and an event", async () => {
  const id = await say(1);
  const record = await typed(id, "text");
  expect(record).toMatchObject({ content: { body: "Hello" }, from_phone: ADA, status: "delivered" });
  expect(await eventTypes(record.id)).toEqual(["undecryptable", "text"]);
  expect(errors(id)).toEqual([]);
});

test("what nobody repeats stays a message without content, until a copy comes", async () => {
  chat.people().behave(NUMBER, { respondsToRequests: false });
  const id = await say(FOR_EVER, "image", { caption: "Look" });
  const record = await chat.record(id);
  expect(record).toMatchObject({
    type: "undecryptable",
    content: { undecryptable: true, reason: expect.stringMatching(/^(no_session|wrong_keys)$/) },
    direction: "inbound",
  });
  expect((await chat.receive("text", { body: "Behind it" })).content.body).toBe("Behind it");
  chat.people().sendCopy(ADA, id);
  const filled = await typed(id, "image");
  expect(filled).toMatchObject({
    id: record.id,
    created_at: record.created_at,
    content: { caption: "Look" },
  });
  await eventually("file", async () => {
    const headers = { "x-api-key": chat.daemon.key };
    const { status } = await fetch(chat.daemon.url + filled.content.media_url, { headers });
    return status === 200 ? true : null;
  });
  expect(await eventTypes(record.id)).toEqual(["undecryptable", "image"]);
  expect(errors(id)).toEqual([]);
});

test("an edit of what can't be read yet waits for it", async () => {
  const id = await say(FOR_EVER, "text", { body: "At nine" });
  await chat.record(id);
  const change = { message_id: id, body: "At ten" };
  await chat.people().send(ADA, { kind: "edit", to: NUMBER, content: change });
  await chat.receive("text", { body: "Behind it" });
  expect(await chat.record(id)).toMatchObject({ type: "undecryptable", edited_at: null });
  chat.people().sendCopy(ADA, id);
  const { content, edits } = await typed(id, "text");
  expect(content.body).toBe("At ten");
  expect(edits).toMatchObject([{ content: { body: "At nine" } }]);
});

test("a stanza that is no message has a record, and is not refused", async () => {
  const id = await chat.people().send(ADA, { kind: "garbled", to: NUMBER });
  expect((await chat.record(id)).content).toEqual({ undecryptable: true, reason: "malformed" });
  expect(errors(id)).toEqual([]);
});

test("a message without content is requested from the phone and comes under its id", async () => {
  chat.people().behave(NUMBER, { respondsToRequests: true });
  const order = { kind: "text", content: { body: "From an ad" }, to: NUMBER, placeholder: true };
  const id = await chat.people().send(ADA, order);
  const record = await typed(id, "text");
  expect(record.content.body).toBe("From an ad");
  expect(await eventTypes(record.id)).toEqual(["undecryptable", "text"]);
});

test("what may be seen only once, on the phone, has a record", async () => {
  const content = { wrap: "view_once_v2" };
  const id = await chat.people().send(ADA, { kind: "image", content, to: NUMBER, placeholder: true });
  const record = await chat.record(id);
  expect(record.content).toEqual({ undecryptable: true, reason: "view_once" });
  expect(await eventTypes(record.id)).toEqual(["undecryptable"]);
});

test("nobody misses a reaction that can't be decrypted", async () => {
  const ours = await chat.sent("text", { body: "Done" }, "read");
  const id = await say(1, "reaction", { message_id: ours.provider_message_id, emoji: "🎉" });
  const record = await typed(id, "reaction");
  expect(await eventTypes(record.id)).toEqual(["reaction"]);
});

test("copies that can't be decrypted are counted", async () => {
  const { body } = await chat.daemon.call("GET", "/metrics");
  expect(body).toContain('waypost_undecryptable_messages_total{reason="unavailable"} 1');
});
