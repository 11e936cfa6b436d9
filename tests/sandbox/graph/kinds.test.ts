import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { KINDS } from "../../../daemon/sandbox/graph/messages/kinds/table.ts";
import {
  address,
  body,
  buttons,
  card,
  carousel,
  contact,
  cta,
  interactive,
  link,
  list,
  productCard,
  productList,
  products,
  quick,
  reply,
  rows,
} from "./contents.ts";
import { codeOf, type Json, openSandbox, type TestSandbox } from "./support.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const taken: Record<string, Json[]> = {
  text: [{ type: "text", text: { body: "a".repeat(4_096), preview_url: true } }],
  image: [{ type: "image", image: { link, caption: "a".repeat(1_024) } }],
  video: [{ type: "video", video: { link, caption: "" } }],
  audio: [{ type: "audio", audio: { link, voice: true } }],
  document: [{ type: "document", document: { link, filename: "a.pdf", caption: "A" } }],
  sticker: [{ type: "sticker", sticker: { link } }],
  template: [{ type: "template", template: { name: "hello_world", language: { code: "en_US" } } }],
  location: [
    { type: "location", location: { latitude: -90, longitude: 180, name: "Pole", address: "South" } },
    { type: "location", location: { latitude: "37.7", longitude: "-122.4" } },
  ],
  contacts: [
    { type: "contacts", contacts: [contact] },
    { type: "contacts", contacts: Array(5).fill({ ...contact, phones: [{ phone: "+1", type: "CELL" }] }) },
  ],
  reaction: ["👍", "👩🏽‍🚀", "🇮🇳", "3️⃣", ""].map((emoji) => ({
    type: "reaction",
    reaction: { message_id: "wamid.a", emoji },
  })),
  "interactive.button": [
    buttons([reply("1"), reply("2"), reply("3")], {
      header: { type: "image", image: { link } },
      footer: { text: "a".repeat(60) },
    }),
  ],
  "interactive.list": [
    list([{ rows: rows(10) }], { body: { text: "a".repeat(4_096) } }),
    list([
      { title: "One", rows: rows(5) },
      { title: "Two", rows: rows(5, 5) },
    ]),
  ],
  "interactive.cta_url": [cta({ display_text: "Open", url: link })],
  "interactive.location_request_message": [
    interactive({ type: "location_request_message", body, action: { name: "send_location" } }),
  ],
  "interactive.request_contact_info": [
    interactive({ type: "request_contact_info", body, action: { name: "request_contact_info" } }),
  ],
  "interactive.call_permission_request": [
    interactive({ type: "call_permission_request", action: { name: "call_permission_request" } }),
    interactive({ type: "call_permission_request", body, action: { name: "call_permission_request" } }),
  ],
  "interactive.address_message": [address("IN")],
  "interactive.product": [
    interactive({ type: "product", action: { catalog_id: "1", product_retailer_id: "sku" } }),
  ],
  "interactive.product_list": [productList([{ product_items: products(30) }])],
  "interactive.catalog_message": [
    interactive({
      type: "catalog_message",
      body,
      action: { name: "catalog_message", parameters: { thumbnail_product_retailer_id: "sku" } },
    }),
  ],
  "interactive.carousel": [
    carousel([card(0), card(1)]),
    carousel([productCard(0), productCard(1)]),
    carousel([0, 1].map((index) => card(index, { action: { buttons: [quick("yes")] } }))),
  ],
};

const refused: [string, number, Json][] = [
  ["an empty text", 100, { type: "text", text: { body: "" } }],
  ["a text of 4097 characters", 100, { type: "text", text: { body: "a".repeat(4_097) } }],
  ["a text without a body", 131008, { type: "text", text: {} }],
  ["a text that is a string", 100, { type: "text", text: "Hello" }],
  ["a body that is a number", 100, { type: "text", text: { body: 5 } }],
  ["an unknown key in a text", 100, { type: "text", text: { body: "a", footer: "b" } }],
  ["an image named twice", 100, { type: "image", image: { link, id: "1" } }],
  ["an image not named", 100, { type: "image", image: {} }],
  ["an image by an unknown id", 100, { type: "image", image: { id: "1" } }],
  ["an image link that is no URL", 131009, { type: "image", image: { link: "file:///etc/passwd" } }],
  [
    "an image caption of 1025 characters",
    100,
    { type: "image", image: { link, caption: "a".repeat(1_025) } },
  ],
  ["an image with a file name", 100, { type: "image", image: { link, filename: "a.png" } }],
  ["an audio with a caption", 100, { type: "audio", audio: { link, caption: "a" } }],
  [
    "a document name of 241 characters",
    100,
    { type: "document", document: { link, filename: "a".repeat(241) } },
  ],
  ["a sticker with a caption", 100, { type: "sticker", sticker: { link, caption: "a" } }],
  ["a latitude beyond the pole", 131009, { type: "location", location: { latitude: 91, longitude: 0 } }],
  ["a location without longitude", 131008, { type: "location", location: { latitude: 1 } }],
  ["no contacts", 131009, { type: "contacts", contacts: [] }],
  ["six contacts", 131009, { type: "contacts", contacts: Array(6).fill(contact) }],
  ["a contact with one name", 100, { type: "contacts", contacts: [{ name: { formatted_name: "Ada" } }] }],
  ["a contact without a name", 131008, { type: "contacts", contacts: [{ phones: [] }] }],
  ["two emoji", 131009, { type: "reaction", reaction: { message_id: "wamid.a", emoji: "👍👍" } }],
  ["a letter as emoji", 131009, { type: "reaction", reaction: { message_id: "wamid.a", emoji: "a" } }],
  ["a reaction to no message", 131009, { type: "reaction", reaction: { message_id: "a", emoji: "👍" } }],
  ["an unknown interactive type", 131009, interactive({ type: "poem", body, action: {} })],
  ["no buttons", 131009, buttons([])],
  ["four buttons", 131009, buttons(["1", "2", "3", "4"].map((id) => reply(id)))],
  ["a button title of 21 characters", 131009, buttons([reply("1", "a".repeat(21))])],
  ["a button id of 257 characters", 131009, buttons([reply("a".repeat(257), "1")])],
  ["a button id with a space before it", 131009, buttons([reply(" 1", "1")])],
  ["two buttons with one id", 131009, buttons([reply("1", "a"), reply("1", "b")])],
  ["two buttons with one title", 131009, buttons([reply("1", "a"), reply("2", "a")])],
  ["a button body of 1025 characters", 131009, buttons([reply("1")], { body: { text: "a".repeat(1_025) } })],
  ["a footer of 61 characters", 131009, buttons([reply("1")], { footer: { text: "a".repeat(61) } })],
  ["a header without its content", 131008, buttons([reply("1")], { header: { type: "video" } })],
  ["an interactive without a body", 131008, buttons([reply("1")], { body: undefined })],
  [
    "a list body of 4097 characters",
    131009,
    list([{ rows: rows(1) }], { body: { text: "a".repeat(4_097) } }),
  ],
  [
    "a list with an image header",
    131009,
    list([{ rows: rows(1) }], { header: { type: "image", text: "a" } }),
  ],
  ["a list without rows", 131009, list([{ rows: [] }])],
  [
    "eleven rows in two sections",
    131009,
    list([
      { title: "1", rows: rows(6) },
      { title: "2", rows: rows(5, 6) },
    ]),
  ],
  [
    "two sections of which one has no title",
    131009,
    list([{ title: "1", rows: rows(1) }, { rows: rows(1, 1) }]),
  ],
  ["two rows with one id", 131009, list([{ rows: [...rows(1), ...rows(1)] }])],
  ["a row title of 25 characters", 131009, list([{ rows: [{ id: "1", title: "a".repeat(25) }] }])],
  ["a link text of 21 characters", 131009, cta({ display_text: "a".repeat(21), url: link })],
  ["a link that is no URL", 131009, cta({ display_text: "a", url: "example.com" })],
  ["an address outside India", 131009, address("DE")],
  [
    "31 products",
    131009,
    productList([
      { title: "1", product_items: products(30) },
      { title: "2", product_items: products(1) },
    ]),
  ],
  [
    "a product list without a header",
    131008,
    productList([{ product_items: products(1) }], { header: undefined }),
  ],
  ["a carousel of one card", 131009, carousel([card(0)])],
  ["a carousel of eleven cards", 131009, carousel(Array.from({ length: 11 }, (_, index) => card(index)))],
  ["cards in the wrong order", 131009, carousel([card(1), card(0)])],
  ["cards of two kinds", 131009, carousel([card(0), productCard(1)])],
  [
    "a card text of 161 characters",
    131009,
    carousel([card(0), card(1, { body: { text: "a".repeat(161) } })]),
  ],
  ["a card text of four lines", 131009, carousel([card(0), card(1, { body: { text: "a\nb\nc\nd" } })])],
  ["a card without a picture", 131009, carousel([0, 1].map((index) => card(index, { header: undefined })))],
  [
    "a product card with a text",
    131009,
    carousel([0, 1].map((index) => productCard(index, { body: { text: "a" } }))),
  ],
];

test("every kind of the table is tried here", () => {
  expect(Object.keys(taken).sort()).toEqual([...KINDS.keys()].sort());
});

describe("what Meta takes is taken", () => {
  test.each(Object.entries(taken))("%s", async (_, messages) => {
    for (const message of messages) {
      expect(await sandbox.send(message)).toMatchObject({
        status: 200,
        body: { messaging_product: "whatsapp" },
      });
    }
  });
});

describe("what Meta refuses is refused", () => {
  test.each(refused)("%s with %d", async (_, code, message) => {
    const answer = await sandbox.send(message);
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  });
});

test("says which part of the body is wrong, as the Graph API writes it", async () => {
  const answer = await sandbox.send(list([{ rows: [{ id: "1", title: "a".repeat(25) }] }]));
  expect(answer.body.error).toMatchObject({
    message: "(#131009) Parameter value is not valid",
    error_data: {
      details:
        "Param interactive['action']['sections'][0]['rows'][0]['title'] must be at most 24 characters long.",
    },
  });
});
