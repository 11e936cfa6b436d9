/** What clients of WAHA send, read and change, on both platforms. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { untilStatus } from "../../gateway/support.ts";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { PERSON, type Site, startSite } from "../site.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const CHAT = `${ADA}@c.us`;

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/waha", "x-api-key");
});
afterAll(() => site.stop());

const SHOWN = {
  webhooks: [
    { url: "https://example.com/waha", events: expect.arrayContaining(["message", "session.status"]) },
  ],
};

type Json = Record<string, unknown>;
const get = async (path: string) => (await site.ask("GET", path)).body;

async function sent(session: string, call: string, body: Json) {
  const chatId = `${session === "home" ? ADA : PERSON}@c.us`;
  const answer = await site.ask("POST", `/api/${call}`, { session, chatId, ...body });
  expect(answer).toMatchObject({ status: 201, body: { fromMe: true, to: chatId, ackName: "PENDING" } });
  const id = answer.body.id.replace(`true_${chatId}_`, "");
  const message = await site.daemon.until(id, "sent", "delivered", "read", "failed");
  expect(message.error).toBeNull();
  return { answer: answer.body, message };
}

const image = { file: { data: PNG, mimetype: "image/png", filename: "dot.png" }, caption: "A dot" };
const pdf = {
  file: {
    data: Buffer.from("%PDF-1.4 x").toString("base64"),
    filename: "menu.pdf",
    mimetype: "application/pdf",
  },
};
const vcard =
  "BEGIN:VCARD\nVERSION:3.0\nFN:Ada L\nORG:Engines;\nTEL;type=CELL;waid=491700000001:+49 1700 000001\nEND:VCARD";
const TYPES: [string, Json, string, Json][] = [
  ["sendText", { text: "Hello", linkPreview: false }, "text", { body: "Hello", preview_url: false }],
  ["sendImage", image, "image", { caption: "A dot" }],
  ["sendFile", pdf, "document", { file_name: "menu.pdf" }],
  ["sendLocation", { latitude: 53.5, longitude: 9.9, title: "Pier" }, "location", { name: "Pier" }],
  [
    "sendContactVcard",
    { contacts: [{ vcard }] },
    ...(["contact", { full_name: "Ada L", phone: "491700000001", organization: "Engines" }] as const),
  ],
  [
    "sendList",
    {
      message: {
        title: "Menu",
        button: "Open",
        sections: [{ title: "All", rows: [{ title: "One", rowId: "1" }] }],
      },
    },
    ...(["list", { body: "Menu", button_text: "Open" }] as const),
  ],
];

for (const session of ["home", "shop"])
  test.each(TYPES)(`${session}: %s %j`, async (call, body, type, content) => {
    expect((await sent(session, call, body)).message).toMatchObject({ type, content });
  });

test("a repeated request with the same key has one effect", async () => {
  for (const [call, body] of [
    ["sendText", { text: "Once" }],
    ["sendImage", image],
  ] as const) {
    const headers = { "idempotency-key": `order 7 ${call}` };
    const asked = { session: "home", chatId: CHAT, ...body };
    const ask = () => site.ask("POST", `/api/${call}`, asked, headers);
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
  }
  const { body } = await site.daemon.call("GET", `/v1/messages?channel_id=${site.channelId}&to=${ADA}`);
  expect(body.data.filter(({ content }: Json) => (content as Json).body === "Once")).toHaveLength(1);
});

test("a poll is asked, a message answered, reacted to, seen and forwarded", async () => {
  await sent("home", "sendPoll", { poll: { name: "When?", options: ["Mo", "Tu"], multipleAnswers: true } });
  const received = await site.receive("text", { body: "Hi" });
  const messageId = `false_${CHAT}_${received.provider_message_id}`;
  const { message } = await sent("home", "sendText", { text: "Yes?", reply_to: messageId });
  expect(message.content.reply_to.id).toBe(received.provider_message_id);
  const reaction = await site.ask("PUT", "/api/reaction", { session: "home", messageId, reaction: "👍" });
  expect(reaction).toMatchObject({ status: 200, body: { fromMe: true } });
  const seen = { session: "home", chatId: CHAT, messageIds: [messageId] };
  expect((await site.ask("POST", "/api/sendSeen", seen)).status).toBe(201);
  expect((await sent("home", "forwardMessage", { messageId })).message.content.body).toBe("Hi");
  expect((await site.ask("POST", "/api/startTyping", { session: "home", chatId: CHAT })).status).toBe(201);
});

test("chats, messages and contacts are read, and a message is edited and taken back", async () => {
  const { answer } = await sent("home", "sendText", { text: "Draft" });
  const path = `/api/home/chats/${CHAT}/messages`;
  const [last] = await get(`${path}?limit=1`);
  expect(last).toMatchObject({ id: answer.id, body: "Draft", fromMe: true, to: CHAT });
  expect((await site.ask("PUT", `${path}/${answer.id}`, { text: "Better" })).status).toBe(200);
  expect((await site.ask("DELETE", `${path}/${answer.id}`)).status).toBe(200);
  expect(await get("/api/home/chats")).toMatchObject([{ id: CHAT }]);
  expect(await get(`/api/contacts/check-exists?session=home&phone=${ADA}`)).toEqual({
    numberExists: true,
    chatId: CHAT,
  });
  expect(await get(`/api/contacts?session=home&contactId=${CHAT}`)).toMatchObject({ id: CHAT, number: ADA });
  expect((await site.ask("POST", `/api/home/chats/${CHAT}/archive`)).status).toBe(201);
});

test("a session is made, scanned, seen, stopped and removed", async () => {
  const config = { webhooks: [{ url: "https://example.com/waha", events: ["message", "session.status"] }] };
  const made = await site.ask("POST", "/api/sessions", { name: "desk", config });
  expect(made).toMatchObject({ status: 201, body: { name: "desk", config: SHOWN } });
  const { value } = await get("/api/desk/auth/qr?format=raw");
  const picture = await site.ask("GET", "/api/desk/auth/qr", undefined, { accept: "application/json" });
  expect(picture.body).toMatchObject({ mimetype: "image/png", data: expect.any(String) });
  await site.web.control.scan("15557010002", value);
  const { body } = await site.daemon.call("GET", "/v1/channels");
  const { id } = body.data.find(({ name }: Json) => name === "desk");
  await untilStatus(site.daemon.call)(id, "connected");
  expect(await get("/api/sessions")).toContainEqual(
    expect.objectContaining({ name: "desk", status: "WORKING" }),
  );
  expect(await get("/api/sessions/desk/me")).toMatchObject({ id: "15557010002@c.us" });
  await site.ask("PUT", "/api/sessions/desk", { config });
  expect((await get("/api/sessions/desk")).config).toMatchObject(SHOWN);
  expect((await site.ask("POST", "/api/sessions/desk/stop")).body).toMatchObject({ status: "STOPPED" });
  expect((await site.ask("DELETE", "/api/sessions/desk")).status).toBe(200);
});

test("without its name, a session is asked for where there are several", async () => {
  const answer = await site.ask("POST", "/api/sendText", { chatId: CHAT, text: "Hi" });
  expect(answer).toMatchObject({ status: 422, body: { statusCode: 422, code: "session_required" } });
});

test("a group is made, changed and left", async () => {
  await site.daemon.call("PATCH", `/v1/channels/${site.channelId}`, { settings: { groups: true } });
  const made = await site.ask("POST", "/api/home/groups", { name: "Lunch", participants: [{ id: CHAT }] });
  expect(made).toMatchObject({ status: 201, body: { subject: "Lunch" } });
  const path = `/api/home/groups/${made.body.id}`;
  expect((await site.ask("PUT", `${path}/subject`, { subject: "Dinner" })).status).toBe(200);
  expect(await get(path)).toMatchObject({ subject: "Dinner" });
  expect(await get(`${path}/participants`)).toHaveLength(2);
  expect(await get("/api/home/groups/count")).toEqual({ count: 1 });
  expect((await site.ask("POST", `${path}/leave`)).status).toBe(201);
});
