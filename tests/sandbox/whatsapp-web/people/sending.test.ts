import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  decryptPollVote,
  normalizeMessageContent,
  type proto,
  type WAMessage,
  type WAMessageUpdate,
} from "baileys";
import { sha256 } from "../../../../daemon/sandbox/whatsapp-web/media/encryption.ts";
import type { Order } from "../../../../daemon/sandbox/whatsapp-web/people/control/control.ts";
import { KINDS } from "../../../../daemon/sandbox/whatsapp-web/people/kinds/table.ts";
import { onPhone, pairTalk, received, startTown, type Talk, type Town } from "./talk.ts";

let town: Town;
let talk: Talk;
const own = "15550990100";
const pat = "14155550201";

beforeAll(async () => {
  town = await startTown();
  talk = await pairTalk(town, own);
});
afterAll(async () => {
  await talk.end();
  await town.stop();
});

const jid = (number: string) => `${number}@s.whatsapp.net`;
const lid = (number: string) => `${town.people().lidOf(number)}@lid`;

async function send(order: Order, from = pat): Promise<WAMessage> {
  return received(talk, await town.people().control.send(from, order));
}

async function text(body = "hello"): Promise<string> {
  return town.people().control.send(pat, { kind: "text", content: { body } });
}

/** The field that each kind must have once Baileys has decrypted it. */
const FIELDS: Record<string, keyof proto.IMessage> = {
  text: "conversation",
  link: "extendedTextMessage",
  image: "imageMessage",
  video: "videoMessage",
  video_note: "ptvMessage",
  audio: "audioMessage",
  voice: "audioMessage",
  document: "documentMessage",
  sticker: "stickerMessage",
  lottie_sticker: "lottieStickerMessage",
  album: "albumMessage",
  location: "locationMessage",
  live_location: "liveLocationMessage",
  contact: "contactMessage",
  contacts: "contactsArrayMessage",
  poll: "pollCreationMessageV3",
  button_reply: "buttonsResponseMessage",
  list_reply: "listResponseMessage",
  template_button_reply: "templateButtonReplyMessage",
  flow_reply: "interactiveResponseMessage",
  order: "orderMessage",
  product: "productMessage",
  event: "eventMessage",
  group_invite: "groupInviteMessage",
};
/** Kinds that are about another message, and those that have no field of their own. */
const OTHERS = [
  ...["reaction", "poll_vote", "event_reply", "edit", "revoke", "timer", "pin"],
  ...["unsupported", "garbled", "nested"],
];

test("Baileys decrypts a message of every kind", async () => {
  expect(Object.keys(FIELDS).concat(OTHERS).sort()).toEqual([...KINDS].sort());
  for (const [kind, field] of Object.entries(FIELDS)) {
    const { message } = await send({ kind });
    expect([kind, Object.keys(normalizeMessageContent(message) ?? {})]).toEqual([
      kind,
      expect.arrayContaining([field]),
    ]);
  }
});

test("a message by LID names the number, and one by number the LID", async () => {
  const byLid = await send({ kind: "text", form: "lid" });
  expect(byLid.key).toMatchObject({ remoteJid: lid(pat), remoteJidAlt: jid(pat), fromMe: false });
  const byNumber = await send({ kind: "text", form: "s.whatsapp.net" });
  expect(byNumber.key).toMatchObject({ remoteJid: jid(pat), remoteJidAlt: lid(pat) });
  expect(byNumber.pushName).toBe(town.people().profile(pat).pushName);
});

test("a reply quotes the message it answers", async () => {
  const id = (await talk.socket.sendMessage(jid(pat), { text: "coffee?" }))?.key.id ?? "";
  await onPhone(town, pat, (message) => message.id === id);
  const { message } = await send({ kind: "text", content: { body: "yes", reply_to: id } });
  expect(message?.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: id,
    participant: jid(own),
    quotedMessage: { extendedTextMessage: { text: "coffee?" } },
  });
});

test("reactions, edits and revokes name the message they are about", async () => {
  const id = (await talk.socket.sendMessage(jid(pat), { text: "hello" }))?.key.id ?? "";
  await onPhone(town, pat, (message) => message.id === id);
  const reaction = await send({ kind: "reaction", content: { message_id: id, emoji: "🎉" } });
  expect(reaction.message?.reactionMessage).toMatchObject({ text: "🎉", key: { id, fromMe: true } });
  const mine = await text();
  const update = (wanted: object) =>
    talk.see(() =>
      talk.events.some(
        ({ name, value }) => name === "messages.update" && Bun.deepEquals(pick(value), wanted),
      ),
    );
  await send({ kind: "edit", content: { message_id: mine, body: "hello again", sealed: false } });
  await update({ id: mine, text: "hello again" });
  await send({ kind: "revoke", content: { message_id: mine } });
  await update({ id: mine, text: null });
});

/** The id and the text of an update; null when the message was revoked. */
function pick(value: unknown): object {
  const [{ key, update }] = value as [WAMessageUpdate];
  const text = update.message === null ? null : update.message?.editedMessage?.message?.conversation;
  return { id: key.id, text };
}

test("a vote on a poll is decrypted by Baileys", async () => {
  const poll = { name: "Tea or coffee?", values: ["Tea", "Coffee"], selectableCount: 1 };
  for (const [to, creator, voter] of [
    [jid(pat), jid(own), jid(pat)],
    [lid(pat), lid(own), lid(pat)],
  ] as const) {
    const sent = await talk.socket.sendMessage(to, { poll });
    const id = sent?.key.id ?? "";
    await onPhone(town, pat, (message) => message.id === id);
    const { message } = await send({ kind: "poll_vote", content: { message_id: id, options: ["Coffee"] } });
    const vote = message?.pollUpdateMessage;
    expect(vote?.pollCreationMessageKey).toMatchObject({ id, fromMe: true });
    const decrypted = decryptPollVote(vote?.vote ?? {}, {
      pollCreatorJid: creator,
      pollMsgId: id,
      pollEncKey: sent?.message?.messageContextInfo?.messageSecret ?? new Uint8Array(),
      voterJid: voter,
    });
    const chosen = decrypted.selectedOptions?.map((option) => Buffer.from(option).toString("hex"));
    expect(chosen).toEqual([sha256(Buffer.from("Coffee")).toString("hex")]);
  }
});

test("phones wrap messages that disappear or may be seen once", async () => {
  const ephemeral = await send({ kind: "text", content: { body: "gone soon", wrap: "ephemeral" } });
  expect(ephemeral.message?.ephemeralMessage?.message?.conversation).toBe("gone soon");
  const once = await send({ kind: "image", content: { wrap: "view_once_v2" } });
  expect(once.message?.viewOnceMessageV2?.message?.imageMessage?.mimetype).toBe("image/png");
});

test("what the own phone sends reaches the other phone, and the companion gets a copy", async () => {
  for (const form of ["s.whatsapp.net", "lid"] as const) {
    const number = form === "lid" ? "14155550202" : "14155550203";
    const copy = await send({ kind: "text", to: number, content: { body: "from my phone" }, form }, own);
    const [remoteJid, remoteJidAlt] =
      form === "lid" ? [lid(number), jid(number)] : [jid(number), lid(number)];
    expect(copy).toMatchObject({
      key: { remoteJid, remoteJidAlt, fromMe: true },
      message: { conversation: "from my phone" },
    });
    const { lidMapping } = talk.socket.signalRepository;
    expect(await lidMapping.getLIDForPN(jid(number))).toBe(lid(number));
    expect(await lidMapping.getLIDForPN(jid(own))).toBe(lid(own));
    await onPhone(town, number, ({ fromMe, chat }) => !fromMe && chat === own);
  }
});

test("a hidden number is not shown; a late one comes with the second message", async () => {
  const hidden = await send({ kind: "text" }, "15550001801");
  expect(hidden.key.remoteJid).toBe(lid("15550001801"));
  expect(hidden.key.remoteJidAlt).toBeUndefined();
  expect((await send({ kind: "text" }, "15550001901")).key.remoteJidAlt).toBeUndefined();
  expect((await send({ kind: "text" }, "15550001901")).key.remoteJidAlt).toBe(jid("15550001901"));
});

test("somebody with a new number writes from the same LID", async () => {
  const before = await send({ kind: "text" }, "14155550204");
  town.people().control.move("14155550204", "14155550299");
  const after = await send({ kind: "text" }, "14155550299");
  expect(after.key.remoteJid).toBe(before.key.remoteJid);
  expect(after.key.remoteJidAlt).toBe(jid("14155550299"));
});

test("the receipts of the client are seen on the phone", async () => {
  const message = await send({ kind: "text" });
  await onPhone(town, pat, ({ id, status }) => id === message.key.id && status === "delivered");
  await talk.socket.readMessages([message.key]);
  await onPhone(town, pat, ({ id, status }) => id === message.key.id && status === "read");
});

test("a message whose session the client has lost is sent again, and comes once", async () => {
  const address = `${town.people().lidOf(pat)}_1.0`;
  await talk.socket.authState.keys.set({ session: { [address]: null } });
  const message = await send({ kind: "text", content: { body: "still there?" } });
  expect(message.message?.conversation).toBe("still there?");
  const entry = await onPhone(town, pat, ({ id, status }) => id === message.key.id && status === "delivered");
  expect(entry.retries).toBeGreaterThan(0);
});

test("a message without content is requested from and answered by the own phone", async () => {
  const message = await send({ kind: "text", content: { body: "an answer" }, placeholder: true });
  expect(message).toMatchObject({ message: { conversation: "an answer" }, key: { fromMe: false } });
});

test("history brings contacts and mappings", async () => {
  town.people().control.addHistory(own, [{ number: "14155550205", name: "Old Friend", text: "long ago" }]);
  const { value } = await talk.see(() =>
    talk.events.find(
      ({ name, value }) => name === "messaging-history.set" && JSON.stringify(value).includes("Old Friend"),
    ),
  );
  expect(value).toMatchObject({
    contacts: [{ id: lid("14155550205"), name: "Old Friend", phoneNumber: jid("14155550205") }],
    messages: [{ message: { conversation: "long ago" } }],
  });
  expect(await talk.socket.signalRepository.lidMapping.getLIDForPN(jid("14155550205"))).toBe(
    lid("14155550205"),
  );
});

test("presence is shown", async () => {
  town.people().control.presence(pat, own, "composing");
  const { value } = await talk.see(() => talk.events.find(({ name }) => name === "presence.update"));
  expect(value).toMatchObject({
    id: lid(pat),
    presences: { [lid(pat)]: { lastKnownPresence: "composing" } },
  });
});

test("nothing went wrong inside", () => {
  expect(town.people().control.failures()).toEqual([]);
});
