/** Who a conversation is with, how it is found by that, and what its last message says. */
import { expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

let serial = 0;
const hear = (from: string, more: object, name = "Ada Lovelace") =>
  take(waypost, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [
      { from, id: `wamid.shown.${++serial}`, timestamp: String(Math.floor(Date.now() / 1000)), ...more },
    ],
  });

const text = (body: string) => ({ type: "text", text: { body } });
const found = async (q: string) =>
  (await waypost.call("GET", `/v1/conversations?q=${encodeURIComponent(q)}`)).body.data;

async function saidTo(to: string, type: string, content: object, channel = waypost.channelId) {
  const message = { channel_id: channel, to, type, content };
  const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
  const record = (await waypost.call("GET", `/v1/messages/${id}`)).body;
  const [conversation] = await found(to);
  expect(conversation.last_message).toMatchObject({ id, preview: record.text });
  return record.text;
}

test("a conversation names its contact, and is found by name and number in whatever form", async () => {
  await hear("14155558001", text("Hi"), "Zoë Ångström");
  const contact = { name: "Zoë Ångström", phone_number: "+14155558001" };
  for (const q of ["zoe", "ANGSTROM zoë", "4155558001", "+1 (415) 555-8001"])
    expect(await found(q)).toMatchObject([{ contact, last_message: { preview: "Hi" } }]);
  expect(await found("zoe nobody")).toEqual([]);
});

test("a conversation whose contact was deleted names nobody", async () => {
  await hear("14155558002", text("Hi"));
  const [{ id, contact_id }] = await found("14155558002");
  await waypost.call("DELETE", `/v1/contacts/${contact_id}`);
  expect((await waypost.call("GET", `/v1/conversations/${id}`)).body).toMatchObject({
    contact_id: null,
    contact: null,
  });
});

async function defineTemplate(name: string, components: object[]): Promise<void> {
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${waypost.organizationId}, ${newId("tpl")}, ${SANDBOX_DEFAULTS.phoneNumber.wabaId}, ${name}, 'en_US',
      'UTILITY', 'approved', ${JSON.stringify(components)})`;
}

const words = (value: string) => ({ type: "text", text: value });

test("a template's preview is what it said, with its parameters in place", async () => {
  await defineTemplate("order_update", [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
    { type: "BODY", text: "Hello {{1}}, it is {{2}}." },
    { type: "FOOTER", text: "Harbour Books" },
  ]);
  const said = await saidTo("14155558003", "template", {
    template: {
      name: "order_update",
      language: { code: "en_US" },
      components: [
        { type: "header", parameters: [words("A-1042")] },
        { type: "body", parameters: [words("Ada"), words("on its way")] },
      ],
    },
  });
  expect(said).toBe("Order A-1042\nHello Ada, it is on its way.\nHarbour Books");
});

test("of a template that is not known here, its name and parameters are shown", async () => {
  const components = [{ type: "body", parameters: [words("Ada"), words("A-1042")] }];
  const template = { name: "unknown_here", language: { code: "en_US" }, components };
  // of an account that can't be read, any template may be sent
  const account = { phone_number_id: "1", waba_id: "2", access_token: "EAAnot_ours" };
  const unread = { platform: "whatsapp_official", name: "Unread", ...account };
  const { id } = (await waypost.call("POST", "/v1/channels", unread)).body;
  expect(await saidTo("14155558004", "template", { template }, id)).toBe(
    "Template unknown_here: Ada, A-1042",
  );
});

test.each([
  [
    "document",
    { file_name: "Invoice 1042.pdf", caption: "Thank you!" },
    "Document: Invoice 1042.pdf · Thank you!",
  ],
  ["image", {}, "Image"],
  ["video", { caption: "A walk" }, "Video: A walk"],
])("of a file its kind, name and caption are shown: %s", async (type, content, expected) => {
  const file = { media_url: "https://example.com/file", ...content };
  expect(await saidTo("14155558005", type, file)).toBe(expected);
});

const TENT = { name: "Tent", product_retailer_id: "tent-03", price: "€ 219.00" };
function products(type: string, interactive: object) {
  return { type: "interactive", interactive: { type, ...interactive } };
}

test.each([
  [{ type: "location", location: { latitude: 1.5, longitude: 2, name: "Pier 4" } }, "Location: Pier 4"],
  [{ type: "location", location: { latitude: 1.5, longitude: 2 } }, "Location: 1.5, 2"],
  [{ type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } }, "Reaction: 👍"],
  [
    { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "y", title: "Yes" } } },
    "Yes",
  ],
  [
    products("product", { product: { product_retailer_id: "tent-03", item_price: 219, currency: "EUR" } }),
    "Product: tent-03 (219 EUR)",
  ],
  [
    products("product_list", {
      body: { text: "Both?" },
      action: { sections: [{ product_items: [TENT, { product_retailer_id: "pot" }] }] },
    }),
    "Products: Tent (€ 219.00), pot · Both?",
  ],
  [products("catalog_message", { body: { text: "All of it" } }), "Catalog: All of it"],
  [
    products("product", { body: [7], product: { name: {}, product_retailer_id: "x", price: [] } }),
    "Product: x",
  ],
  [
    { type: "order", order: { catalog_id: "1", product_items: [{ product_retailer_id: "a" }] } },
    "Order: 1 item",
  ],
  [{ type: "unsupported", unsupported: { type: "x" } }, "Unsupported message"],
])("what a person sends is put into words: %j", async (message, expected) => {
  await hear("14155558006", message);
  expect((await found("14155558006"))[0].last_message.preview).toBe(expected);
});
