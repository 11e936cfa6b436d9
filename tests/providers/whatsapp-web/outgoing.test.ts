/** Every type that is a message, through a paired number: what the recipient's phone decrypts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { messageTypes } from "../../../daemon/message-types/registry.ts";
import { ENCODERS } from "../../../daemon/providers/whatsapp-web/encode/encoders.ts";
import { type Chat, startChat } from "./chat.ts";
import { type FileServer, startFileServer } from "./file-server.ts";

let chat: Chat;
let files: FileServer;

beforeAll(async () => {
  chat = await startChat();
  files = await startFileServer(chat.web);
  await defineTemplate();
});

afterAll(async () => {
  await files.stop();
  await chat.stop();
});

type Json = Record<string, unknown>;
type Shown = { kind: string; text?: string | null; file?: string };
type Case = [type: string, content: () => Json, shown: Shown];

const reply = { title: "Yes", id: "yes" };

const CASES: Case[] = [
  ["text", () => ({ body: "Hello" }), { kind: "text", text: "Hello" }],
  [
    "link",
    () => ({ url: "https://example.com/", body: "Look" }),
    { kind: "text", text: "Look\nhttps://example.com/" },
  ],
  [
    "image",
    () => file("/picture.png", { caption: "Red" }),
    { kind: "image", text: "Red", file: "/picture.png" },
  ],
  ["video", () => file("/tour.mp4"), { kind: "video", file: "/tour.mp4" }],
  ["audio", () => file("/voice.ogg"), { kind: "audio", file: "/voice.ogg" }],
  ["audio", () => file("/voice.ogg", { voice: true }), { kind: "voice", file: "/voice.ogg" }],
  [
    "document",
    () => file("/invoice.pdf", { file_name: "Invoice.pdf" }),
    { kind: "document", file: "/invoice.pdf" },
  ],
  ["sticker", () => file("/hooray.webp"), { kind: "sticker", file: "/hooray.webp" }],
  [
    "location",
    () => ({ name: "Pier 4", address: "Hamburg", latitude: 53.5, longitude: 9.9 }),
    { kind: "location", text: "Pier 4" },
  ],
  [
    "contact",
    () => ({ full_name: "Ada Lovelace", phone: "14155550123", organization: "Engines; Ltd" }),
    { kind: "contact", text: "Ada Lovelace" },
  ],
  ["poll", () => ({ question: "When?", options: ["Monday", "Friday"] }), { kind: "poll", text: "When?" }],
  [
    "location_request",
    () => ({ body: "Where are you?" }),
    {
      kind: "text",
      text: "Where are you?\n\n📍 Tap the attachment icon and choose Location to share where you are.",
    },
  ],
  [
    "buttons",
    () => ({ body: "Does it suit?", buttons: [reply, { id: "no", title: "No" }], footer: "Dental" }),
    {
      kind: "text",
      text: "Does it suit?\n\n1. Yes\n2. No\n\n_Dental_\n\n_Reply with the number of your choice._",
    },
  ],
  [
    "buttons",
    () => ({
      header: { type: "image", media_url: files.url("/picture.png") },
      body: "Book it?",
      buttons: [reply],
    }),
    {
      kind: "image",
      text: "Book it?\n\n1. Yes\n\n_Reply with the number of your choice._",
      file: "/picture.png",
    },
  ],
  [
    "list",
    () => ({
      header: "Delivery",
      body: "When?",
      button_text: "Choose",
      sections: [
        { title: "Today", rows: [{ id: "t", title: "Evening", description: "Last tour" }] },
        { title: "Tomorrow", rows: [{ id: "m", title: "Morning" }] },
      ],
    }),
    {
      kind: "text",
      text: "*Delivery*\n\nWhen?\n\n*Today*\n1. Evening - Last tour\n\n*Tomorrow*\n2. Morning\n\n_Choose: reply with a number._",
    },
  ],
  [
    "cta_url",
    () => ({ body: "It left.", button_text: "Follow it", url: "https://example.com/1", footer: "Friday" }),
    { kind: "text", text: "It left.\n\nFollow it: https://example.com/1\n\n_Friday_" },
  ],
  [
    "media_carousel",
    () => ({ body: "Which?", cards: [card("a"), card("b")] }),
    { kind: "image", file: "/picture.png" },
  ],
  [
    "product_carousel",
    () => ({
      body: "These:",
      products: [
        { product_retailer_id: "l", name: "Lamp", price: "€ 24" },
        { product_retailer_id: "stove-02" },
      ],
    }),
    { kind: "text", text: "These:\n\n• *Lamp* - € 24\n• *stove-02*" },
  ],
  [
    "single_product",
    () => ({
      product_retailer_id: "t",
      body: "Back in stock",
      product: { name: "Tent", image_url: files.url("/picture.png") },
    }),
    { kind: "image", text: "Back in stock\n\n• *Tent*", file: "/picture.png" },
  ],
  [
    "multi_product",
    () => ({
      header: "Trip",
      body: "Take:",
      sections: [{ title: "Sleep", products: [{ product_retailer_id: "tent" }] }],
    }),
    { kind: "text", text: "*Trip*\n\nTake:\n\n*Sleep*\n• *tent*" },
  ],
  [
    "catalog",
    () => ({ body: "Have a look.", footer: "Free delivery" }),
    {
      kind: "text",
      text: "Have a look.\n\n🛍️ https://wa.me/c/15557010001\n\n_Free delivery_",
    },
  ],
  ["request_contact_info", () => ({ body: "Your number?" }), { kind: "text" }],
  ["address", () => ({ body: "Where to?", country: "DE", values: { city: "Hamburg" } }), { kind: "text" }],
  [
    "template",
    () => ({
      template: {
        name: "order_update",
        language: { code: "en_US" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Ada" },
              { type: "text", text: "A-1" },
            ],
          },
          { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "a-1" }] },
        ],
      },
    }),
    {
      kind: "text",
      text: "*News*\n\nHello Ada, order A-1 is ready.\n\n_The shop_\n\n1. Thanks\nFollow: https://example.com/a-1",
    },
  ],
];

test.each(CASES)("a message of type %s is decrypted as what it is", async (type, content, shown) => {
  const message = await chat.sent(type, content(), "read", "played");
  const there = await chat.onPhone(message.provider_message_id);
  expect(there.kind).toBe(shown.kind);
  if (shown.text !== undefined) expect(there.text).toBe(shown.text);
  if (shown.file !== undefined) expect(there.file).toMatchObject({ sha256: files.digest(shown.file) });
  expect(there).toMatchObject({ copies: 1, unreadable: 0, retries: 0 });
});

test("every type that paired numbers have as a message was sent", () => {
  const unsendable = messageTypes().filter(({ type, addressed }) => !addressed || ENCODERS[type] === null);
  const others = [...unsendable.map(({ type }) => type as string), "reaction"];
  const sent = new Set(CASES.map(([type]) => type));
  const unsent = messageTypes().flatMap(({ type }) => (sent.has(type) ? [] : [type as string]));
  expect(unsent.sort()).toEqual(others.sort());
});

function file(path: string, more: Json = {}): Json {
  return { media_url: files.url(path), ...more };
}

function card(id: string): Json {
  return {
    media_type: "image",
    media_url: files.url("/picture.png"),
    body: id,
    buttons: [{ id, title: "Take" }],
  };
}

/** A template of another channel's account: paired numbers show what the organisation has. */
async function defineTemplate(): Promise<void> {
  const { sql, organizationId } = chat.daemon;
  const components = [
    { type: "HEADER", format: "TEXT", text: "News" },
    { type: "BODY", text: "Hello {{1}}, order {{2}} is ready." },
    { type: "FOOTER", text: "The shop" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "URL", text: "Follow", url: "https://example.com/{{1}}" },
      ],
    },
  ];
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_1', '1', 'order_update', 'en_US', 'UTILITY', 'approved', ${JSON.stringify(components)})`;
}
