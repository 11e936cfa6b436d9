/** What clients of Evolution send becomes a message of each type, on both platforms, and is answered as Evolution answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { PERSON, type Site, startSite } from "../site.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

type Json = Record<string, unknown>;

async function sent(instance: string, call: string, body: Json) {
  const number = instance === "home" ? ADA : PERSON;
  const answer = await site.ask("POST", `/message/${call}/${instance}`, { number, ...body });
  expect(answer).toMatchObject({ status: 201, body: { status: "PENDING", key: { fromMe: true } } });
  const message = await site.daemon.until(answer.body.key.id, "sent", "delivered", "read", "failed");
  expect(message).toMatchObject({ error: null, to: number });
  return { answer: answer.body, message };
}

const TYPES: [call: string, body: Json, type: string, messageType: string, content: Json][] = [
  ["sendText", { text: "Hello" }, "text", "conversation", { body: "Hello" }],
  ["sendText", { textMessage: { text: "Old" } }, "text", "conversation", { body: "Old" }],
  ["sendText", { text: "x", linkPreview: false }, "text", "conversation", { preview_url: false }],
  [
    "sendMedia",
    { mediatype: "image", media: PNG, caption: "A dot", fileName: "dot.png", mimetype: "image/png" },
    ...(["image", "imageMessage", { caption: "A dot" }] as const),
  ],
  ["sendMedia", { mediatype: "image", media: `data:image/png;base64,${PNG}` }, "image", "imageMessage", {}],
  [
    "sendMedia",
    {
      mediatype: "document",
      media: Buffer.from("%PDF-1.4 x").toString("base64"),
      fileName: "ü.pdf",
      mimetype: "application/pdf",
    },
    ...(["document", "documentMessage", { file_name: "ü.pdf" }] as const),
  ],
  [
    "sendLocation",
    { latitude: 53.5, longitude: 9.9, name: "Pier", address: "Hamburg" },
    ...(["location", "locationMessage", { latitude: 53.5, name: "Pier", address: "Hamburg" }] as const),
  ],
  [
    "sendContact",
    {
      contact: [
        { fullName: "Ada", wuid: "491700000001", phoneNumber: "+49 1700 000001", organization: "Engines" },
      ],
    },
    ...([
      "contact",
      "contactMessage",
      { full_name: "Ada", phone: "491700000001", organization: "Engines" },
    ] as const),
  ],
  [
    "sendList",
    {
      ...{ title: "Delivery", description: "When?", buttonText: "Choose", footerText: "Soon" },
      sections: [{ title: "Today", rows: [{ title: "18:00", description: "late", rowId: "t18" }] }],
    },
    ...(["list", "listMessage", { body: "When?", button_text: "Choose", footer: "Soon" }] as const),
  ],
  [
    "sendButtons",
    { title: "Yes?", description: "Do come", buttons: [{ type: "reply", displayText: "Yes", id: "y" }] },
    ...(["buttons", "buttonsMessage", { body: "Do come", buttons: [{ id: "y", title: "Yes" }] }] as const),
  ],
  [
    "sendButtons",
    { title: "See", buttons: [{ type: "url", displayText: "Open", url: "https://example.com/x" }] },
    ...([
      "cta_url",
      "conversation",
      { body: "See", button_text: "Open", url: "https://example.com/x" },
    ] as const),
  ],
];

for (const instance of ["home", "shop"])
  test.each(TYPES)(`${instance}: %s %j`, async (call, body, type, messageType, content) => {
    const { answer, message } = await sent(instance, call, body);
    expect(message).toMatchObject({ type, content });
    expect(answer).toMatchObject({ messageType, messageTimestamp: expect.any(Number), source: "web" });
    expect(answer.message[messageType]).toBeDefined();
  });

test("a poll is asked by a paired number", async () => {
  const { message } = await sent("home", "sendPoll", {
    name: "When?",
    selectableCount: 2,
    values: ["Mo", "Tu"],
  });
  expect(message).toMatchObject({
    type: "poll",
    content: { question: "When?", options: ["Mo", "Tu"], selectable_count: 2 },
  });
});

test("a message that came in is answered, quoted and reacted to by its key", async () => {
  const received = await site.receive("text", { body: "Hi" });
  const key = { remoteJid: `${ADA}@s.whatsapp.net`, fromMe: false, id: received.provider_message_id };
  const reply = await sent("home", "sendText", { text: "Hello yourself", quoted: { key } });
  expect(reply.message.content).toMatchObject({ reply_to: { id: key.id } });
  const reaction = await site.ask("POST", "/message/sendReaction/home", { key, reaction: "👍" });
  expect(reaction.body).toMatchObject({ messageType: "reactionMessage", key: { remoteJid: key.remoteJid } });
  expect(await site.daemon.until(reaction.body.key.id, "sent", "delivered", "read", "failed")).toMatchObject({
    error: null,
  });
});

test("the file of a form is sent", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    number: PERSON,
    mediatype: "image",
    caption: "From a form",
    delay: "0",
  }))
    form.set(name, value);
  form.set("file", new File([Buffer.from(PNG, "base64")], "dot.png", { type: "image/png" }));
  const { status, body } = await site.ask("POST", "/message/sendMedia/shop", form);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { message: { imageMessage: { caption: "From a form" } } },
  });
  expect(await site.daemon.until(body.key.id, "sent", "delivered", "read", "failed")).toMatchObject({
    error: null,
    type: "image",
  });
});

test.each([`${PERSON}@s.whatsapp.net`, `${PERSON}:12@s.whatsapp.net`, `${PERSON}@c.us`, "+1 (650) 555-0100"])(
  "%s is a number",
  async (number) => {
    const { status, body } = await site.ask("POST", "/message/sendText/shop", { number, text: "Hi" });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { key: { remoteJid: `${PERSON}@s.whatsapp.net` } },
    });
  },
);

test.each(["home", "shop"])("%s: after a delay, a message is sent on either platform", async (instance) => {
  await sent(instance, "sendText", { text: "A moment later", delay: 1 });
});

test("a repeated request with the same key has one effect, with a file and a delay too", async () => {
  const once = { "idempotency-key": "order 7" };
  for (const [call, body] of [
    ["sendText", { text: "Once" }],
    ["sendMedia", { mediatype: "image", media: PNG }],
    ["sendText", { text: "After a while", delay: 1 }],
  ] as const) {
    const headers = { "idempotency-key": `${once["idempotency-key"]} ${JSON.stringify(body)}` };
    const ask = () => site.ask("POST", `/message/${call}/home`, { number: ADA, ...body }, headers);
    const [first, second] = [await ask(), await ask()];
    expect(second.body.key.id).toBe(first.body.key.id);
  }
});
