/** Messages sealed with the secret of an earlier message, as phones send today, and the plain forms of before. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const SHY = "15550001815";

const edited = (id: string) =>
  eventually(`edit of ${id}`, async () => {
    const now = await chat.record(id);
    return now.edited_at === null ? null : now;
  });

test.each([
  ["sealed", ADA, {}, {}],
  ["plain", ADA, { sealed: false }, {}],
  ["sealed, of a message that disappears,", ADA, {}, { wrap: "ephemeral" }],
  ["sealed, by somebody known by LID alone,", SHY, {}, {}],
])("a %s edit of what a person wrote changes the record, once", async (_form, from, how, first) => {
  const before = (await chat.events("message.new")).length;
  const { provider_message_id: message_id } = await chat.receive("text", { body: "At nine", ...first }, from);
  const content = { message_id, body: "At ten", ...how };
  await chat.people().send(from, { kind: "edit", to: NUMBER, content });
  expect((await edited(message_id)).content).toMatchObject({ body: "At ten" });
  await chat.receive("text", { body: "Afterwards" }, from);
  expect((await chat.events("message.new")).length).toBe(before + 2);
});

test("a sealed edit of what was written on the number's own phone changes the record", async () => {
  const message_id = await chat.people().send(NUMBER, { kind: "text", to: ADA, content: { body: "Nine" } });
  await chat.record(message_id);
  await chat.people().send(NUMBER, { kind: "edit", to: ADA, content: { message_id, body: "Ten" } });
  expect((await edited(message_id)).content).toMatchObject({ body: "Ten" });
});

test("a sealed edit right behind its message finds it, though it is not stored yet", async () => {
  const { promise: opened, resolve: openUp } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const blocking = chat.daemon.sql.begin(async (transaction) => {
    await transaction`lock table provider_webhooks, events in share row exclusive mode`;
    locked.resolve();
    await opened;
  });
  await locked.promise;
  const message_id = await chat.people().send(ADA, { kind: "text", to: NUMBER, content: { body: "Nein" } });
  await chat.people().send(ADA, { kind: "edit", to: NUMBER, content: { message_id, body: "Nine" } });
  openUp();
  await blocking;
  expect((await edited(message_id)).content).toMatchObject({ body: "Nine" });
});

test.each([true, false])("a reaction arrives, sealed: %p", async (sealed) => {
  const message_id = await chat.people().send(NUMBER, { kind: "text", to: ADA, content: { body: "Well?" } });
  await chat.record(message_id);
  const content = { message_id, emoji: "🎉", sealed };
  const reaction = await chat.record(
    await chat.people().send(ADA, { kind: "reaction", to: NUMBER, content }),
  );
  expect(reaction).toMatchObject({ type: "reaction", content: { message_id, reaction: "🎉" } });
});

test("an answer to an invitation to an event says what was answered", async () => {
  const { provider_message_id: message_id } = await chat.receive("event", { name: "Party" });
  const answer = await chat.receive("event_reply", { message_id, response: "maybe" });
  expect(answer).toMatchObject({
    type: "event_response",
    content: { message_id, response: "maybe", extra_guests: 0 },
  });
});

test("a payload that cannot be opened is no message", async () => {
  const before = (await chat.events("message.new")).length;
  const { provider_message_id: message_id } = await chat.receive("text", { body: "Soon forgotten" });
  await chat.web.control.fault({ fault: "515", number: NUMBER });
  await chat.daemon.sql`delete from web_messages where provider_message_id = ${message_id}`;
  await chat.people().send(ADA, { kind: "edit", to: NUMBER, content: { message_id, body: "Unknown" } });
  await chat.people().send(ADA, { kind: "reaction", to: NUMBER, content: { message_id, sealed: true } });
  await chat.receive("text", { body: "Afterwards" });
  expect((await chat.events("message.new")).length).toBe(before + 2);
  expect((await chat.record(message_id)).content).toMatchObject({ body: "Soon forgotten" });
});

test("a note to oneself is kept, as what the number wrote", async () => {
  const note = await chat.people().send(NUMBER, { kind: "text", to: NUMBER, content: { body: "Buy milk" } });
  expect(await chat.record(note)).toMatchObject({ direction: "outbound", content: { body: "Buy milk" } });
});
