/** `POST /v1/channels/{id}/past`, which anybody's program may send anything. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let channelId: string;
beforeAll(async () => {
  const { body } = await waypost.call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_unofficial", name: `Past ${process.pid}` },
  });
  channelId = body.id;
  await waypost.sql`update channels set phone_number = '+15557010061' where id = ${channelId}`;
});

const AT = Math.floor(Date.now() / 1000) - 86_400;
const keep = async (messages: object[], more: object = {}) =>
  await waypost.call("POST", `/v1/channels/${channelId}/past`, { from: "waha", messages, ...more });
const message = (id: string, content: object, more: object = {}) => ({
  ...{ key: { id, remoteJid: "14155550161@s.whatsapp.net", fromMe: false } },
  ...{ message: content, messageTimestamp: AT, pushName: "Cleo", ...more },
});
const stored = async (id: string) => {
  const { body } = await waypost.call("GET", `/v1/messages/${id}/status?channel_id=${channelId}`);
  return (await waypost.call("GET", `/v1/messages/${body.message_id}`)).body;
};

test.each<[what: string, content: object]>([
  ["a number in place of a text", { conversation: 5 }],
  ["a text in place of an object", { imageMessage: "x" }],
  ["a kind that there is not", { nothingMessage: {} }],
  ["a key of a group alone", { senderKeyDistributionMessage: { groupId: "x" } }],
  ["a message that was taken back", { protocolMessage: { type: "REVOKE", key: { id: "P0" } } }],
])("%s is left out, and what stands beside it is stored", async (what, content) => {
  const id = `P-${what.length}`;
  const { status, body } = await keep([message(`${id}-x`, content), message(id, { conversation: "beside" })]);
  expect(status).toBe(200);
  expect(body.stored + body.left_out).toBe(2);
  expect((await stored(id)).content).toMatchObject({ body: "beside" });
});

test("a file waits until somebody asks for it, with its bytes in either form", async () => {
  const image = (mediaKey: unknown) => ({
    imageMessage: { url: "https://mmg.whatsapp.net/x", mediaKey, mimetype: "image/png", caption: "Look" },
  });
  const { body } = await keep([
    message("P-file-1", image({ type: "Buffer", data: "AQI=" })),
    message("P-file-2", image("AQI=")),
  ]);
  expect(body).toEqual({ stored: 2, known: 0, too_old: 0, left_out: 0 });
  expect(await stored("P-file-2")).toMatchObject({
    ...{ type: "image", imported_from: "waha" },
    content: { caption: "Look", mime_type: "image/png", media_id: expect.stringMatching(/^med_/) },
  });
});

test("what it wrote in a group is its own, though no writer is named", async () => {
  const group = { key: { id: "P-group", remoteJid: "120363000000000061@g.us", fromMe: true } };
  const { body } = await keep([message("P-group", { conversation: "all of you" }, group)]);
  expect(body.stored).toBe(1);
  expect(await stored("P-group")).toMatchObject({ direction: "outbound", status: "sent" });
});

test("no event and nothing unread comes of them, and the conversation is closed", async () => {
  await keep([message("P-quiet", { conversation: "STOP" })]);
  const { conversation_id: id, contact_id } = await stored("P-quiet");
  const { body: conversation } = await waypost.call("GET", `/v1/conversations/${id}`);
  expect(conversation).toMatchObject({ status: "closed", unread_count: 0 });
  const events =
    await waypost.sql`select type from events where body like ${`%${id}%`} or body like ${`%${contact_id}%`}`;
  expect(events.map(({ type }) => type)).toEqual([]);
});

test.each<[what: string, body: object]>([
  ["another program", { from: "nobody" }],
  ["a person's number that is none", { people: [{ phone_number: "+1' or true" }] }],
  ["no time", { messages: [{ ...message("P-time", { conversation: "x" }), messageTimestamp: -1 }] }],
])("%s is refused as a whole", async (_, body) => {
  expect((await keep([], body)).status).toBe(422);
});
