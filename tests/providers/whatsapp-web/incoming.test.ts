/** Everything that people send to a paired number, and the records made of it. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

type Json = Record<string, unknown>;
type Case = [kind: string, content: Json, type: string, expected: Json];

const CASES: Case[] = [
  ["text", { body: "Hi" }, "text", { body: "Hi" }],
  ["text", { body: "Hi", wrap: "ephemeral" }, "text", { body: "Hi" }],
  ["image", { caption: "Look" }, "image", { caption: "Look", mime_type: "image/png" }],
  ["image", { wrap: "view_once_v2" }, "image", { mime_type: "image/png" }],
  ["video", {}, "video", { mime_type: "video/mp4" }],
  ["video_note", {}, "video", { round: true }],
  ["audio", {}, "audio", { voice: false }],
  ["voice", {}, "audio", { voice: true }],
  ["document", { file_name: "Plan.pdf" }, "document", { file_name: "Plan.pdf" }],
  ["sticker", {}, "sticker", { mime_type: "image/webp" }],
  ["lottie_sticker", {}, "sticker", { mime_type: "application/was", animated: true }],
  ["location", {}, "location", {}],
  ["live_location", {}, "location", { live: true }],
  ["contact", {}, "contact", {}],
  ["contacts", {}, "contact", {}],
  [
    "poll",
    { question: "Tea?", options: ["Yes", "No"] },
    "poll",
    { question: "Tea?", options: ["Yes", "No"] },
  ],
  ["button_reply", { id: "a", title: "A" }, "interactive", { type: "button_reply", id: "a", title: "A" }],
  ["list_reply", { id: "b", title: "B" }, "interactive", { type: "list_reply", id: "b", title: "B" }],
  [
    "template_button_reply",
    { id: "c", title: "C" },
    "interactive",
    { type: "template_button_reply", id: "c" },
  ],
  ["flow_reply", { params: '{"a":1}' }, "interactive", { type: "nfm_reply", response: { a: 1 } }],
  ["order", { order_id: "77" }, "order", { order_id: "77" }],
  ["product", {}, "unsupported", { provider_type: "productMessage" }],
  ["event", {}, "unsupported", {}],
  ["group_invite", {}, "unsupported", { provider_type: "groupInviteMessage" }],
  ["unsupported", {}, "unsupported", {}],
];

test.each(CASES)("a message of kind %s %o is a record of type %s", async (kind, content, type, expected) => {
  const message = await chat.receive(kind, content);
  expect(message.type).toBe(type);
  expect(message.content).toMatchObject(expected);
  expect(message).toMatchObject({ direction: "inbound", status: "delivered", from_phone: ADA });
  const events = await chat.events("message.new");
  expect(events.filter(({ message_id }) => message_id === message.id)).toMatchObject([{ msg_type: type }]);
});

test.each([
  ["document", "JVBERi0xLjQKJSVFT0YK"],
  ["lottie_sticker", "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="],
])("the file of a %s is fetched, decrypted and served", async (kind, base64) => {
  const { content } = await chat.receive(kind, { base64 });
  const answer = await eventually("file", async () => {
    const got = await fetch(chat.daemon.url + content.media_url, {
      headers: { "x-api-key": chat.daemon.key },
    });
    return got.status === 200 ? got : null;
  });
  expect(Buffer.from(await answer.bytes()).toString("base64")).toBe(base64);
});

test("a file that is gone is requested again, and then fetched", async () => {
  const id = await chat.people().send(ADA, { kind: "image", to: NUMBER });
  chat.people().expireFile(ADA, id, 410);
  const { content } = await chat.record(id);
  const answer = await eventually("file", async () => {
    const got = await fetch(chat.daemon.url + content.media_url, {
      headers: { "x-api-key": chat.daemon.key },
    });
    return got.status === 200 ? got : null;
  });
  expect(answer.headers.get("content-type")).toBe("image/png");
});

test("a message that quotes ours names it", async () => {
  const ours = await chat.sent("text", { body: "Which one?" }, "read");
  const { content } = await chat.receive("text", { body: "This", reply_to: ours.provider_message_id });
  expect(content.reply_to).toEqual({ id: ours.provider_message_id });
});

test("a reaction to ours is a reaction, and an empty one takes it back", async () => {
  const ours = await chat.sent("text", { body: "Done" }, "read");
  const given = await chat.receive("reaction", { message_id: ours.provider_message_id, emoji: "🎉" });
  expect(given.content).toMatchObject({ message_id: ours.provider_message_id, reaction: "🎉" });
  const taken = await chat.receive("reaction", { message_id: ours.provider_message_id, emoji: "" });
  expect(taken.content.reaction).toBe("");
});

test("a vote in our poll has the words of the chosen options", async () => {
  const poll = await chat.sent(
    "poll",
    { question: "When?", options: ["Mon", "Fri"], selectable_count: 2 },
    "read",
  );
  const vote = await chat.receive("poll_vote", { message_id: poll.provider_message_id, options: ["Fri"] });
  expect(vote).toMatchObject({
    type: "poll_vote",
    content: { message_id: poll.provider_message_id, options: ["Fri"] },
  });
});

test("an edit changes the record, and a revocation marks it as taken back", async () => {
  const message = await chat.receive("text", { body: "At nine" });
  const about = { message_id: message.provider_message_id };
  await chat.people().send(ADA, { kind: "edit", to: NUMBER, content: { ...about, body: "At ten" } });
  const edited = await eventually("edit", async () => {
    const now = await chat.record(message.provider_message_id);
    return now.edited_at === null ? null : now;
  });
  expect(edited.content.body).toBe("At ten");
  await chat.people().send(ADA, { kind: "revoke", to: NUMBER, content: about });
  const revoked = await eventually("revocation", async () => {
    const now = await chat.record(message.provider_message_id);
    return now.deleted_at === null ? null : now;
  });
  expect(revoked.content.body).toBe("At ten");
});

test("nobody takes another's message back or changes it", async () => {
  const { id, provider_message_id: message_id } = await chat.sent("text", { body: "Ours" }, "read");
  await chat.people().send(ADA, { kind: "edit", to: NUMBER, content: { message_id, body: "Hers" } });
  await chat.people().send(ADA, { kind: "revoke", to: NUMBER, content: { message_id } });
  await chat.receive("text", { body: "Afterwards" });
  const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
  expect(body).toMatchObject({ content: { body: "Ours" }, edited_at: null, deleted_at: null });
});

test("what the phone knew before makes contacts, and no events", async () => {
  const before = (await chat.events("contact.updated")).length;
  chat.people().addHistory(NUMBER, [{ number: "491700000777", name: "Grace" }]);
  await chat.web.control.restart({ keep: true });
  const [contact] = await eventually("contact", async () => {
    const rows = await chat.daemon.sql`
      select name from contacts where phone_number = '+491700000777'`;
    return rows.length === 0 ? null : rows;
  });
  expect(contact?.name).toBe("Grace");
  expect((await chat.events("contact.updated")).length).toBe(before);
  const conversations = await chat.daemon.sql`
    select 1 from conversations as conversation
    join contacts on contacts.id = conversation.contact_id where contacts.phone_number = '+491700000777'`;
  expect(conversations.length).toBe(0);
});

test("a message that the business writes on its phone is an echo: outbound, and from no new contact", async () => {
  const id = await chat.people().send(NUMBER, { kind: "text", to: ADA, content: { body: "From my phone" } });
  const echo = await chat.record(id);
  expect(echo).toMatchObject({
    direction: "outbound",
    status: "sent",
    content: { body: "From my phone" },
    to: ADA,
  });
  const event = (await chat.events("message.new")).find(({ message_id }) => message_id === echo.id);
  expect(event).toMatchObject({ direction: "outbound", from_phone: NUMBER });
});

test("groups and status updates are left out", async () => {
  const before = (await chat.events("message.new")).length;
  await chat.people().send(ADA, { kind: "group", to: NUMBER });
  await chat.people().send(ADA, { kind: "status", to: NUMBER });
  await chat.receive("text", { body: "After them" });
  expect((await chat.events("message.new")).length).toBe(before + 1);
});

test("people who hide their number are contacts by LID; when the number is known, both are one contact", async () => {
  const late = "15550001900";
  const hidden = await chat.receive("text", { body: "Guess" }, late);
  expect(hidden.from_phone).toBeNull();
  await chat.send("text", { body: "To the number" }, late);
  const shown = await chat.receive("text", { body: "It's me" }, late);
  expect(shown.from_phone).toBe(late);
  const before = await chat.record(hidden.provider_message_id);
  expect(before.contact_id).toBe(shown.contact_id);
  expect(before.conversation_id).toBe(shown.conversation_id);
  const updates = (await chat.events("contact.updated")).filter(
    ({ contact_id }) => contact_id === shown.contact_id,
  );
  expect(updates.length).toBeGreaterThan(0);
});

test("a file is fetched from no host but WhatsApp's, whichever the message names", async () => {
  const requests: string[] = [];
  const stranger = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: chat.web.certificate,
    fetch(request) {
      requests.push(request.url);
      return new Response(null, { status: 404 });
    },
  });
  // on this machine, which the operator allows
  const host = `localhost:${stranger.port}`;
  const { id } = await chat.receive("document", { host });
  const message = await eventually("failure", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
    return body.error === null ? null : body;
  });
  await stranger.stop(true);
  expect(message.error).toMatchObject({
    code: "media_refused",
    detail: `${host} is not one of WhatsApp's hosts`,
  });
  expect(requests).toEqual([]);
});

test("a type with NUL is cleaned, and the file fetched", async () => {
  const { content } = await chat.receive("image", { mime_type: "image/png\u0000" });
  const answer = await eventually("file", async () => {
    const got = await fetch(chat.daemon.url + content.media_url, {
      headers: { "x-api-key": chat.daemon.key },
    });
    return got.status === 200 ? got : null;
  });
  expect(answer.headers.get("content-type")).toBe("image/png");
});
