/** Every type of Meta's, from an official and from a paired number, becomes the message of ours that says the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ADA, type MetaSite, startMetaSite } from "./site.ts";

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

const button = { type: "button", body: { text: "Come?" }, action: {} };
const interactive = (part: object) => ({ type: "interactive", interactive: { ...button, ...part } });
const link = "https://example.com/menu.png";

/** What is sent, and the type and content it becomes. */
const MESSAGES: Record<string, [body: object, type: string, content: object]> = {
  text: [
    { type: "text", text: { body: "Ready", preview_url: true } },
    "text",
    { body: "Ready", preview_url: true },
  ],
  "text without a type": [{ text: { body: "Ready" } }, "text", { body: "Ready" }],
  image: [{ type: "image", image: { link, caption: "Menu" } }, "image", { media_url: link, caption: "Menu" }],
  video: [{ type: "video", video: { link } }, "video", { media_url: link }],
  voice: [{ type: "audio", audio: { link, voice: true } }, "audio", { media_url: link, voice: true }],
  document: [
    { type: "document", document: { link, filename: "menu.pdf", caption: "Ours" } },
    "document",
    { media_url: link, file_name: "menu.pdf", caption: "Ours" },
  ],
  sticker: [{ type: "sticker", sticker: { link } }, "sticker", { media_url: link }],
  location: [
    { type: "location", location: { latitude: "53.5", longitude: 9.9, name: "Pier" } },
    "location",
    { latitude: 53.5, longitude: 9.9, name: "Pier", address: "53.5, 9.9" },
  ],
  contacts: [
    {
      type: "contacts",
      contacts: [
        {
          name: { formatted_name: "Ben Ray", first_name: "Ben" },
          org: { company: "Pier 4" },
          phones: [{ phone: "+49 170 0000002", wa_id: "491700000002" }],
        },
      ],
    },
    "contact",
    { full_name: "Ben Ray", phone: "491700000002", organization: "Pier 4" },
  ],
  buttons: [
    interactive({
      header: { type: "document", document: { link, filename: "a.pdf" } },
      footer: { text: "Pier 4" },
      action: { buttons: [{ type: "reply", reply: { id: "y", title: "Yes" } }] },
    }),
    "buttons",
    {
      header: { type: "document", media_url: link, file_name: "a.pdf" },
      body: "Come?",
      footer: "Pier 4",
      buttons: [{ id: "y", title: "Yes" }],
    },
  ],
  list: [
    interactive({
      type: "list",
      header: { type: "text", text: "When" },
      action: { button: "Times", sections: [{ title: "Today", rows: [{ id: "1", title: "One" }] }] },
    }),
    "list",
    {
      header: { type: "text", text: "When" },
      body: "Come?",
      button_text: "Times",
      sections: [{ title: "Today", rows: [{ id: "1", title: "One" }] }],
    },
  ],
  cta_url: [
    interactive({
      type: "cta_url",
      action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } },
    }),
    "cta_url",
    { body: "Come?", button_text: "Open", url: "https://example.com" },
  ],
  location_request: [
    interactive({ type: "location_request_message", action: { name: "send_location" } }),
    "location_request",
    { body: "Come?" },
  ],
  address: [
    interactive({
      type: "address_message",
      action: { name: "address_message", parameters: { country: "IN", values: { city: "Pune" } } },
    }),
    "address",
    { body: "Come?", country: "IN", values: { city: "Pune" } },
  ],
  product: [
    interactive({ type: "product", action: { catalog_id: "77", product_retailer_id: "tent" } }),
    "single_product",
    { body: "Come?", catalog_id: "77", product_retailer_id: "tent" },
  ],
  product_list: [
    interactive({
      type: "product_list",
      header: { type: "text", text: "Trip" },
      action: {
        catalog_id: "77",
        sections: [{ title: "A", product_items: [{ product_retailer_id: "tent" }] }],
      },
    }),
    "multi_product",
    {
      header: { type: "text", text: "Trip" },
      body: "Come?",
      catalog_id: "77",
      sections: [{ title: "A", products: [{ product_retailer_id: "tent" }] }],
    },
  ],
  catalog: [
    interactive({
      type: "catalog_message",
      action: { name: "catalog_message", parameters: { thumbnail_product_retailer_id: "tent" } },
    }),
    "catalog",
    { body: "Come?", thumbnail_product_retailer_id: "tent" },
  ],
  "media carousel": [
    interactive({ type: "carousel", action: { cards: [0, 1].map(mediaCard) } }),
    "media_carousel",
    {
      body: "Come?",
      cards: [0, 1].map((index) => ({
        media_type: "image",
        media_url: link,
        body: `No. ${index}`,
        url_button: { title: "Open", url: "https://example.com" },
      })),
    },
  ],
  "product carousel": [
    interactive({ type: "carousel", action: { cards: ["tent", "lamp"].map(productCard) } }),
    "product_carousel",
    {
      body: "Come?",
      catalog_id: "77",
      products: [{ product_retailer_id: "tent" }, { product_retailer_id: "lamp" }],
    },
  ],
};

function mediaCard(card_index: number) {
  return {
    card_index,
    type: "cta_url",
    header: { type: "image", image: { link } },
    body: { text: `No. ${card_index}` },
    action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } },
  };
}

function productCard(product_retailer_id: string, card_index: number) {
  return { card_index, type: "product", action: { product_retailer_id, catalog_id: "77" } };
}

describe.each(["official", "paired"] as const)("from an %s number", (kind) => {
  test.each(Object.entries(MESSAGES))("%s", async (_, [body, type, content]) => {
    const answer = await site.send(site[kind], body);
    expect(answer.body).toEqual({
      messaging_product: "whatsapp",
      contacts: [{ input: ADA, wa_id: ADA }],
      messages: [{ id: expect.stringMatching(/^wamid\.[0-9a-f-]{36}$/) }],
    });
    expect(await site.record(answer)).toMatchObject({ channel_id: site[kind].channelId, type, content });
  });
});

test("a message can quote one that was sent, by the id it was answered with", async () => {
  const first = await site.send(site.paired, { type: "text", text: { body: "One" } });
  const { id } = first.body.messages[0];
  const second = await site.send(site.paired, { text: { body: "Two" }, context: { message_id: id } });
  expect((await site.record(second)).content.reply_to).toEqual({ id: id.slice("wamid.".length) });
});

test.each([
  ["a flow", interactive({ type: "flow", action: { name: "flow", parameters: {} } })],
  ["an unknown type", { type: "hologram", hologram: {} }],
  ["two contacts", { type: "contacts", contacts: [{}, {}] }],
])("%s is refused as a type that can't be sent", async (_, body) => {
  const { status, body: answer } = await site.send(site.official, body);
  expect([status, answer.error.code]).toEqual([400, 131051]);
  expect(answer.error.error_data).toEqual({ messaging_product: "whatsapp", details: expect.any(String) });
});
