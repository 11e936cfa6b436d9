/** Groups: what people write in them, what is written in them, and numbers that talk to people only. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";
import { type FileServer, startFileServer } from "./file-server.ts";

const GRACE = "491700000002";
const HIDDEN = "15550001811";

let chat: Chat;
let files: FileServer;
let group: string;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
  files = await startFileServer(chat.web);
  group = chat.people().createGroup(ADA, "Sunday lunch", [NUMBER, GRACE, HIDDEN]).id;
});
afterAll(async () => {
  await files.stop();
  await chat.stop();
});

const writes = (type: string, content: object, more: object = {}) =>
  chat.daemon.call("POST", "/v1/messages", {
    channel_id: chat.channelId,
    recipient: group,
    type,
    content,
    ...more,
  });

/** Somebody writes in the group; answers with the record it became. */
async function say(from: string, kind = "text", content: object = {}) {
  return await chat.record(await chat.people().send(from, { kind, content: { ...content }, to: group }));
}

test("messages in a group are one conversation of the group, and each author is a contact", async () => {
  const first = await say(ADA, "text", { body: "Who brings the cake?" });
  const second = await say(GRACE, "text", { body: "I do" });
  expect(first).toMatchObject({
    direction: "inbound",
    type: "text",
    content: { body: "Who brings the cake?" },
    from_phone: ADA,
    group: { id: group, subject: "Sunday lunch", participant: expect.stringMatching(/^\d+@lid$/) },
  });
  expect(second).toMatchObject({ conversation_id: first.conversation_id, from_phone: GRACE });
  const writers = [first, second].map((one) => one.group.participant_contact_id);
  expect(new Set([...writers, first.contact_id]).size).toBe(3);
  const { body: contact } = await chat.daemon.call("GET", `/v1/contacts/${writers[0]}`);
  expect(contact).toMatchObject({ phone_number: `+${ADA}` });
  // the name is read with a record; an event has the id of the contact
  const { participant_name, ...inEvents } = second.group;
  expect(participant_name).toBe("Farid Khan");
  const event = (await chat.events("message.new")).find(({ message_id }) => message_id === second.id);
  expect(event).toMatchObject({
    from_phone: GRACE,
    from_user_id: second.group.participant,
    group: inEvents,
    conversation_id: first.conversation_id,
  });
  const own = await chat.receive("text", { body: "Between us" });
  expect(own).toMatchObject({ group: null, contact_id: writers[0] });
  expect(own.conversation_id).not.toBe(first.conversation_id);
});

test("somebody who shows no number is a contact by LID", async () => {
  const wrote = await say(HIDDEN, "text", { body: "Guess who" });
  expect(wrote).toMatchObject({ from_phone: null, from_user_id: wrote.group.participant });
  expect(wrote.group.participant_contact_id).not.toBeNull();
});

test("pictures, reactions, edits and votes come as from people, and only their writer changes them", async () => {
  const picture = await say(GRACE, "image", { caption: "The cake" });
  expect(picture).toMatchObject({ type: "image", content: { caption: "The cake" } });
  const reaction = await say(ADA, "reaction", { message_id: picture.provider_message_id, emoji: "🎂" });
  expect(reaction.content).toMatchObject({ message_id: picture.provider_message_id, reaction: "🎂" });
  const poll = await say(ADA, "poll", { question: "When?", options: ["Noon", "One"] });
  const vote = await say(GRACE, "poll_vote", { message_id: poll.provider_message_id, options: ["One"] });
  expect(vote.content).toMatchObject({ options: ["One"] });
  const wrote = await say(ADA, "text", { body: "At noon" });
  const edit = { message_id: wrote.provider_message_id };
  await chat.people().send(GRACE, { kind: "revoke", content: edit, to: group });
  await chat.people().send(ADA, { kind: "edit", content: { ...edit, body: "At one" }, to: group });
  const edited = await eventually("edit", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${wrote.id}`);
    return body.edited_at === null ? null : body;
  });
  expect(edited).toMatchObject({ content: { body: "At one" }, deleted_at: null });
});

test("a file from a group that is gone is requested from its writer", async () => {
  const id = await chat.people().send(GRACE, { kind: "image", content: {}, to: group });
  chat.people().expireFile(GRACE, id, 410);
  const { content } = await chat.record(id);
  const answer = await eventually("file", async () => {
    const headers = { "x-api-key": chat.daemon.key };
    const got = await fetch(chat.daemon.url + content.media_url, { headers });
    return got.status === 200 ? got : null;
  });
  expect(answer.headers.get("content-type")).toBe("image/png");
});

test("a word that ends messages ends none when it is said in a group", async () => {
  const { group: said } = await say(ADA, "text", { body: "STOP" });
  const contact = said.participant_contact_id;
  const { body } = await chat.daemon.call("GET", `/v1/contacts/${contact}/suppressions`);
  expect(body.data).toEqual([]);
});

test("keys for groups outlast the daemon's connection, and what came meanwhile is read", async () => {
  await say(ADA, "text", { body: "Before" });
  await chat.web.control.restart({ keep: true });
  const ids = [];
  for (const from of [ADA, GRACE])
    ids.push(await chat.people().send(from, { kind: "text", content: { body: "Meanwhile" }, to: group }));
  for (const id of ids) expect(await chat.record(id)).toMatchObject({ content: { body: "Meanwhile" } });
});

test("what is written in a group reaches everybody in it, in order, and their receipts its status", async () => {
  const question = await say(ADA, "text", { body: "And who brings tea?" });
  const about = question.provider_message_id;
  const poll = { question: "Tea?", options: ["Yes", "No"] };
  const sent = [
    await writes("text", { body: "We do" }, { reply_to: { id: about } }),
    await writes("image", { media_url: files.url("/picture.png"), caption: "The pot" }),
    await writes("reaction", { message_id: about, reaction: "👍", from_me: false }),
    await writes("poll", poll),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const records = [];
  for (const { body } of sent) records.push(await chat.daemon.until(body.id, "read", "delivered", "failed"));
  expect(records[0]).toMatchObject({
    error: null,
    to: null,
    recipient: group,
    conversation_id: question.conversation_id,
    group: { id: group, subject: "Sunday lunch", participant: null },
  });
  for (const number of [ADA, GRACE, HIDDEN]) {
    const shown = [];
    for (const { provider_message_id: id } of records) shown.push(await chat.onPhone(id, number));
    expect(shown).toMatchObject([
      { kind: "text", text: "We do", chat: group, author: NUMBER, fromMe: false, copies: 1 },
      { kind: "image", text: "The pot", chat: group },
      { kind: "reaction", text: "👍" },
      { kind: "poll", text: "Tea?" },
    ]);
    expect(shown.map(({ sequence }) => sequence)).toEqual(shown.map(({ sequence }) => sequence).toSorted());
  }
  const [reply] = records;
  const raw = (await chat.onPhone(reply.provider_message_id, GRACE)).raw;
  const { proto } = await import("baileys");
  const { extendedTextMessage } = proto.Message.decode(Buffer.from(raw, "base64"));
  expect(extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: about,
    participant: question.group.participant,
  });
  const reacted = (await chat.onPhone(about, GRACE)).reactions;
  expect(reacted).toEqual({ [NUMBER]: "👍" });
});

test("people are mentioned, by those who write in a group and by us", async () => {
  const question = await say(ADA, "text", { body: "@you, what about tea?", mentions: [NUMBER] });
  expect(question.content).toMatchObject({ mentions: [expect.stringMatching(/^\d+@lid$/)] });
  const about = question.group.participant;
  const graceInGroup = (await say(GRACE, "text", { body: "Yes?" })).group.participant;
  const userOf = (jid: string) => jid.replace("@lid", "");
  const content = { body: `@${GRACE} and @${userOf(about)}, please`, mentions: [`+${GRACE}`, about] };
  const sent = [
    await writes("text", content),
    await writes("image", { media_url: files.url("/picture.png"), caption: "@x", mentions: [about] }),
  ];
  const { proto } = await import("baileys");
  const mentioned = [];
  let words: string | null | undefined;
  for (const { body } of sent) {
    const { provider_message_id: id } = await chat.daemon.until(body.id, "read", "delivered", "failed");
    const message = proto.Message.decode(Buffer.from((await chat.onPhone(id, GRACE)).raw, "base64"));
    const { contextInfo } = message.extendedTextMessage ?? message.imageMessage ?? {};
    mentioned.push(contextInfo?.mentionedJid);
    words ??= message.extendedTextMessage?.text;
  }
  expect(mentioned).toEqual([[graceInGroup, about], [about]]);
  expect(words).toBe(`@${userOf(graceInGroup)} and @${userOf(about)}, please`);
});

test("an official number refuses mentions", async () => {
  const content = { body: "@14155550123", mentions: ["14155550123"] };
  const { status, body } = await chat.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: chat.daemon.channelId, to: "14155550123", type: "text", content },
  });
  expect([status, body.errors?.[0]?.path]).toEqual([422, "/content/mentions"]);
});

test("who can't read what is written in a group gets it again, alone", async () => {
  chat.people().behave(GRACE, { unreadable: 1 });
  const { body } = await writes("text", { body: "Once more" });
  const { provider_message_id: id } = await chat.daemon.until(body.id, "read");
  expect(await chat.onPhone(id, GRACE)).toMatchObject({ text: "Once more", unreadable: 1 });
});

test("a message that the business writes in a group on its phone is an echo", async () => {
  const wrote = await say(NUMBER, "text", { body: "From my phone" });
  expect(wrote).toMatchObject({
    direction: "outbound",
    status: "sent",
    content: { body: "From my phone" },
    recipient: group,
    group: { id: group, subject: "Sunday lunch" },
  });
  const event = (await chat.events("message.new")).find(({ message_id }) => message_id === wrote.id);
  expect(event).toMatchObject({ direction: "outbound", from_phone: NUMBER, from_user_id: null });
});

test("a number that was removed from a group can't write in it any more, and gets an error at once", async () => {
  const closed = chat.people().createGroup(ADA, "Secrets", [NUMBER, GRACE]).id;
  chat.people().changeGroup(ADA, closed, { remove: [NUMBER] });
  const { body } = await writes("text", { body: "Hello?" }, { recipient: closed });
  expect(await chat.daemon.until(body.id, "failed")).toMatchObject({
    error: { code: "not_in_group" },
    attempts: 1,
  });
});

test("an official number refuses groups, with a reason", async () => {
  const { status, body } = await writes("text", { body: "Hello" }, { channel_id: chat.daemon.channelId });
  expect([status, body.code]).toEqual([422, "recipient_not_supported"]);
});

test("a number that does not take part in groups acknowledges their messages plainly, and passes nothing on", async () => {
  const { call } = chat.daemon;
  await call("PATCH", `/v1/channels/${chat.channelId}`, { settings: { groups: false } });
  const acks = (id: string) =>
    chat.web.control.received().data.filter((stanza) => stanza.tag === "ack" && stanza.id === id);
  // the setting reaches the session a moment later
  const ignored = await eventually("an ignored message", async () => {
    const id = await chat.people().send(ADA, { kind: "text", content: { body: "Anybody?" }, to: group });
    await chat.receive("text", { body: "Behind it" });
    const { status } = await call("GET", `/v1/messages/${id}/status?channel_id=${chat.channelId}`);
    return status === 404 ? id : null;
  });
  await eventually("its acknowledgement", async () => acks(ignored)[0] ?? null);
  expect(acks(ignored)).toMatchObject([{ error: null }]);
  const { status, body } = await writes("text", { body: "Anybody?" });
  expect([status, body.code]).toEqual([422, "groups_disabled"]);
});
