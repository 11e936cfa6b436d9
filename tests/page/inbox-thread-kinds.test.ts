/** What goes out and comes in at an official number, as the thread draws it. */
import { expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { sees, sendEveryType, thread, threadSite } from "./inbox-thread-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { daemon, openThread } = threadSite();
const FROM = "14155566001";
const hear = (kind: string, content: object = {}, more: object = {}) =>
  receive(daemon, { from: FROM, name: "Ada Lovelace", kind, content, ...more });

/** Products that somebody sends, as Meta writes prices in orders and as a catalog shows them. */
const PRODUCTS = {
  type: "product_list",
  body: { text: "Do you have both?" },
  action: {
    products: [
      { product_retailer_id: "pot-01", item_price: 12.5, currency: "USD" },
      { product_retailer_id: "tent-03", name: "Tent for three", price: "€ 219.00" },
    ],
  },
};

const AD = {
  source_url: "https://fb.example/ad/1",
  source_type: "ad",
  headline: "Tents, half price",
  body: "Only this week",
};

/** What somebody does, and what is read of it. */
const COMES_IN: readonly [kind: string, content: object, words: (string | RegExp)[]][] = [
  ["text", { body: "Write to ada@example.com or +1 415 555 0123" }, ["ada@example.com", "+1 415 555 0123"]],
  ["image", { caption: "The *hall*" }, ["hall"]],
  ["video", { caption: "A walk through" }, ["A walk through"]],
  ["audio", { voice: true }, []],
  ["document", { filename: "menu.pdf", caption: "For Friday" }, ["menu.pdf", "For Friday"]],
  ["sticker", {}, []],
  [
    "location",
    { address: "Pier 4" },
    ["Philz Coffee", "Pier 4", "37.44221, -122.16165", "Open in OpenStreetMap"],
  ],
  [
    "contacts",
    { emails: [{ email: "ada@work.example" }], org: { company: "Engines" } },
    ["+1 650-555-1234", "ada@work.example", "Engines"],
  ],
  ["button_reply", { title: "Tomorrow" }, ["Tomorrow"]],
  ["list_reply", { title: "Large", description: "For four" }, ["Large", "For four"]],
  ["nfm_reply", { response_json: '{"house_number":"12","flow_token":"x"}' }, ["Sent", "house number", "12"]],
  ["button", { text: "Stop it" }, ["Stop it"]],
  [
    "order",
    {
      text: "By Friday?",
      product_items: [{ product_retailer_id: "tent-03", quantity: 2, item_price: 25, currency: "USD" }],
    },
    ["Order of 2 items", /50\.00/, "tent-03", "By Friday?"],
  ],
  ["unsupported", {}, ["A message of a kind that can't be shown here. It is on the phone."]],
];

test.skipIf(NO_CHROMIUM)("every kind that comes in is drawn", async () => {
  let id = "";
  for (const [kind, content] of COMES_IN) id = (await hear(kind, content)).conversation_id;
  const text = { type: "text", text: { body: "How much?" }, referral: AD };
  await receive(daemon, { from: FROM, message: { ...text, context: { forwarded: true } } });
  for (const interactive of [PRODUCTS, { type: "catalog_message", body: { text: "All of this" } }])
    await receive(daemon, { from: FROM, message: { type: "interactive", interactive } });
  const page = await openThread(id);
  const catalogs = ["pot-01", "$12.50", "Tent for three", "€ 219.00", "Do you have both?", /All of this/];
  for (const words of catalogs) await sees(page, words);
  for (const words of COMES_IN.flatMap(([, , words]) => words)) await sees(page, words);
  await sees(page, "Tents, half price");
  await sees(page, "Forwarded");
  await page.getByRole("link", { name: "ada@example.com" }).waitFor();
  expect(await page.getByRole("link", { name: "+1 415 555 0123" }).getAttribute("href")).toBe(
    "tel:+14155550123",
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [nth, place] of ["How much?", "Engines", "The hall"].entries()) {
    await thread(page).getByText(place).first().scrollIntoViewIfNeeded();
    await keepScreenshot(page, `inbox-kinds-in-${nth}`);
  }
});

test.skipIf(NO_CHROMIUM)("a deleted message says so, and an edited one what it said before", async () => {
  const edited = await hear("text", { body: "At nine" });
  const gone = await hear("text", { body: "A secret" });
  await hear("edit", { message_id: edited.provider_message_id, text: { body: "At ten" } });
  await hear("revoke", { message_id: gone.provider_message_id }).catch(() => {});
  const page = await openThread(edited.conversation_id);
  await sees(page, "At ten");
  await sees(page, "Deleted by its author");
  expect(await thread(page).getByText("A secret").count()).toBe(0);
  await thread(page).getByRole("button", { name: "edited" }).click();
  await page.getByRole("dialog", { name: "What it said before" }).getByText("At nine").waitFor();
});

test.skipIf(NO_CHROMIUM)("calls, a new number and what was changed are seen as they happen", async () => {
  const from = "14155566003";
  const happens = (kind: string, content: object) =>
    fetch(`${daemon.sandbox.url}/sandbox/inbound`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ from, kind, content }),
    });
  const call = (more: object) => happens("call", { event: "terminate", status: "COMPLETED", ...more });
  const said = await receive(daemon, {
    from,
    name: "Ada Lovelace",
    kind: "text",
    content: { body: "At nine" },
  });
  const page = await openThread(said.conversation_id);
  await sees(page, "At nine");
  await call({});
  await sees(page, "Missed voice call");
  await call({ duration: 62 });
  await sees(page, "Voice call: 1:02");
  await happens("edit", { message_id: said.provider_message_id, text: { body: "At ten" } });
  await sees(page, "At ten");
  await happens("system", { wa_id: "14155566093" });
  await sees(page, "Changed their number: +14155566093");
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "inbox-happened");
});

test.skipIf(NO_CHROMIUM)("every type that an official number sends is drawn", async () => {
  const { conversation_id } = await receive(daemon, { from: "14155566002", kind: "text" });
  const sent = await sendEveryType(daemon, conversation_id);
  expect(sent.length).toBeGreaterThan(15);
  const page = await openThread(conversation_id);
  for (const words of sent.flat()) await sees(page, words);
  const button = thread(page).getByRole("link", { name: "Follow it" });
  expect(await button.getAttribute("rel")).toContain("noopener");
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [nth, [words]] of sent.entries()) {
    if (words === undefined || nth % 4 > 0) continue;
    await thread(page).getByText(words).first().scrollIntoViewIfNeeded();
    await keepScreenshot(page, `inbox-kinds-out-${nth}`);
  }
});
