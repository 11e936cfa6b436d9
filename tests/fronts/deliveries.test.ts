/** Endpoints that programs made for Evolution and WAHA set: what comes to a receiver that was written for those. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { ADA, NUMBER } from "../providers/whatsapp-web/chat.ts";
import { eventually } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { askerOf, type Site, startSite } from "./site.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read webhooks of every shape
type Posted = any;

/** Each takes what comes, but the first: that has to come again. */
const receiverOf = () => startReceiver((nth) => new Response("", { status: nth === 0 ? 500 : 200 }));
const evolution = receiverOf();
const waha = receiverOf();
/** Of a program that asks WAHA for deletions alone. */
const deletions = receiverOf();
/** By which the receiver of WAHA's checks what comes. */
const KEY = "of the receiver";
const CHAT = `${ADA}@c.us`;
const JID = `${ADA}@s.whatsapp.net`;

/** What may come: the conversations have other news meanwhile. */
const EVENTS = [
  ...["messages.upsert", "messages.update", "messages.edited", "messages.delete", "send.message"],
  ...["contacts.update", "connection.update", "message", "message.any", "message.ack", "message.edited"],
  ...["message.revoked", "message.reaction", "poll.vote", "session.status"],
];

let site: Site;
let toWaha: Site["ask"];
let endpoints: Posted[];

async function setBoth(key: string) {
  const webhook = { enabled: true, url: evolution.url };
  expect((await site.ask("POST", "/webhook/set/home", { webhook })).status).toBe(201);
  const config = {
    webhooks: [
      { url: waha.url, events: ["*"], hmac: { key } },
      { url: deletions.url, events: ["message.revoked"] },
    ],
  };
  expect((await toWaha("PUT", "/api/sessions/home", { config })).status).toBe(200);
  return (await site.daemon.call("GET", "/v1/settings/developer/webhooks")).body.data;
}

beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
  toWaha = askerOf(`${site.daemon.url}/compat/waha`, "x-api-key", site.daemon.key);
  await setBoth("an older key");
  endpoints = await setBoth(KEY);
});
afterAll(async () => {
  await site.stop();
  await Promise.all([evolution, waha, deletions].map(({ stop }) => stop()));
});

/** The first that is posted of an event and fits. */
async function posted(receiver: typeof waha, event: string, fits: (body: Posted) => boolean) {
  return await eventually(event, async () =>
    receiver.received.map(({ body }) => JSON.parse(body)).find((body) => body.event === event && fits(body)),
  );
}

test("setting a webhook twice makes one endpoint of each form", () => {
  expect(endpoints.map(({ format, url }) => [format, url]).toSorted()).toEqual(
    [
      ["evolution", evolution.url],
      ["waha", deletions.url],
      ["waha", waha.url],
    ].toSorted(),
  );
});

test("a text that arrives is posted in each form, and again with the same bytes", async () => {
  const { provider_message_id: id } = await site.receive("text", { body: "Grüße" });
  const upsert = await posted(evolution, "messages.upsert", ({ data }) => data.key.id === id);
  expect(upsert).toMatchObject({
    ...{ instance: "home", apikey: null },
    data: { key: { remoteJid: JID, fromMe: false }, message: { conversation: "Grüße" } },
  });
  const message = await posted(waha, "message", ({ payload }) => payload.id === `false_${CHAT}_${id}`);
  expect(message).toMatchObject({ session: "home", payload: { from: CHAT, fromMe: false, body: "Grüße" } });
  for (const { received } of [evolution, waha]) {
    const first = received[0]?.body;
    await eventually("the retry", async () => received.slice(1).some(({ body }) => body === first));
  }
});

test("what is sent through a front, and what becomes of it, have the id that the send answered", async () => {
  const one = await site.ask("POST", "/message/sendText/home", { number: ADA, text: "Ready" });
  const { id } = one.body.key;
  expect(await posted(evolution, "send.message", ({ data }) => data.key.id === id)).toMatchObject({
    data: { key: { remoteJid: JID, fromMe: true }, message: { conversation: "Ready" } },
  });
  const isRead = ({ data }: Posted) => data.keyId === id && data.status === "READ";
  expect(await posted(evolution, "messages.update", isRead)).toMatchObject({ data: { fromMe: true } });
  const other = await toWaha("POST", "/api/sendText", { session: "home", chatId: CHAT, text: "Ready" });
  await posted(waha, "message.any", ({ payload }) => payload.id === other.body.id);
  const isAck = ({ payload }: Posted) => payload.id === other.body.id && payload.ackName === "READ";
  expect(await posted(waha, "message.ack", isAck)).toMatchObject({ payload: { ack: 3, to: CHAT } });
});

test("an edit and a deletion are events of their own", async () => {
  const { provider_message_id: id } = await site.receive("text", { body: "At nine" });
  const about = { message_id: id };
  await site.people().send(ADA, { kind: "edit", to: NUMBER, content: { ...about, body: "At ten" } });
  const isThis = ({ data }: Posted) => data.key?.id === id || data.id === id;
  expect(await posted(evolution, "messages.edited", isThis)).toMatchObject({
    data: { key: { remoteJid: JID, fromMe: false, id }, editedMessage: { conversation: "At ten" } },
  });
  const isEdit = ({ payload }: Posted) => payload.editedMessageId === id;
  expect(await posted(waha, "message.edited", isEdit)).toMatchObject({
    payload: { body: "At ten", from: CHAT },
  });
  await site.people().send(ADA, { kind: "revoke", to: NUMBER, content: about });
  expect(await posted(evolution, "messages.delete", isThis)).toMatchObject({
    data: { remoteJid: JID, fromMe: false, id, status: "DELETED" },
  });
  const isGone = ({ payload }: Posted) => payload.revokedMessageId === id;
  expect(await posted(waha, "message.revoked", isGone)).toMatchObject({
    payload: { before: { id: `false_${CHAT}_${id}` } },
  });
  await posted(deletions, "message.revoked", isGone);
});

test("a reaction and a vote name what was sent by the id that the send answered", async () => {
  const asked = { session: "home", chatId: CHAT, poll: { name: "When?", options: ["Mo", "Tu"] } };
  const { id } = (await toWaha("POST", "/api/sendPoll", asked)).body;
  const own = id.split("_").at(-1);
  const { provider_message_id: message_id } = await site.daemon.until(own, "read");
  await site.receive("poll_vote", { message_id, options: ["Tu"] });
  const isVote = ({ payload }: Posted) => payload.poll.id === id;
  expect(await posted(waha, "poll.vote", isVote)).toMatchObject({
    payload: { vote: { from: CHAT, fromMe: false, selectedOptions: ["Tu"] }, poll: { fromMe: true } },
  });
  await site.receive("reaction", { message_id, emoji: "🎉" });
  const isReaction = ({ payload }: Posted) => payload.reaction.messageId === id;
  expect(await posted(waha, "message.reaction", isReaction)).toMatchObject({
    payload: { from: CHAT, reaction: { text: "🎉" } },
  });
  const isTheirs = ({ data }: Posted) => data.message.reactionMessage?.key.id === own;
  expect(await posted(evolution, "messages.upsert", isTheirs)).toMatchObject({
    data: {
      messageType: "reactionMessage",
      message: { reactionMessage: { key: { fromMe: true }, text: "🎉" } },
    },
  });
});

test("a change of the connection comes, each delivery of WAHA's is signed, and nothing more is in them", async () => {
  await toWaha("POST", "/api/sessions/home/stop");
  expect(await posted(evolution, "connection.update", ({ data }) => data.state === "close")).toMatchObject({
    data: { instance: "home" },
  });
  await posted(waha, "session.status", ({ payload }) => payload.status === "STOPPED");
  for (const { body, headers } of waha.received) {
    expect(headers["x-webhook-hmac"]).toBe(createHmac("sha512", KEY).update(body).digest("hex"));
    expect(headers["x-webhook-hmac-algorithm"]).toBe("sha512");
  }
  const asked = deletions.received.map(({ body }) => JSON.parse(body).event);
  expect(new Set(asked)).toEqual(new Set(["message.revoked"]));
  for (const { body } of [...evolution.received, ...waha.received]) {
    expect(body).not.toContain(site.daemon.key);
    expect(EVENTS).toContain(JSON.parse(body).event);
  }
});
