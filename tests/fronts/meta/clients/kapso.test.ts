/** @kapso/whatsapp-cloud-api, unmodified from npm, at Waypost in the place of Meta. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createRequire } from "node:module";
import { join } from "node:path";
import { eventually } from "../../../support/until.ts";
import { startReceiver } from "../../../webhooks/receiver.ts";
import { fromNpm } from "../../outside/packages.ts";
import { ADA, type MetaSite, startMetaSite } from "../site.ts";

setDefaultTimeout(60_000);

// biome-ignore lint/suspicious/noExplicitAny: the client is another's, fetched when the test runs
type Client = any;

const NAME = "@kapso/whatsapp-cloud-api";
const npm = await fromNpm(`${NAME}@0.3.0`);
if ("missing" in npm) process.stdout.write(`${NAME} is passed over: ${npm.missing}.\n`);
const load = (part = "") =>
  createRequire(join("path" in npm ? npm.path : "/", "package.json"))(`${NAME}${part}`);

const receiver = startReceiver();
let site: MetaSite;
let client: Client;
beforeAll(async () => {
  if ("missing" in npm) return;
  site = await startMetaSite();
  const { url, key } = site.chat.daemon;
  client = new (load().WhatsAppClient)({ accessToken: key, baseUrl: `${url}/graph` });
});
afterAll(async () => {
  await site?.chat.stop();
  await receiver.stop();
});

const link = "https://example.com/menu.png";
const PDF = new Blob(["%PDF-1.4 kapso"], { type: "application/pdf" });
const rows = [{ id: "1", title: "One", description: "13:00" }];
const sections = [{ title: "Today", rows }];
const card = (cardIndex: number) => ({
  ...{ cardIndex, header: { type: "image", image: { link } }, bodyText: "Mug" },
  action: { type: "cta_url", displayText: "Open", url: "https://example.com" },
});

/** A call of the client's, what it is given, and the type that our message has. */
const TYPES: [call: string, given: object, type: string, only?: "official"][] = [
  ["sendText", { body: "Hi", previewUrl: true }, "text"],
  ["sendImage", { image: { link, caption: "Menu" } }, "image"],
  ["sendVideo", { video: { link } }, "video"],
  ["sendAudio", { audio: { link, voice: true } }, "audio"],
  ["sendDocument", { document: { link, filename: "menu.pdf" } }, "document"],
  ["sendSticker", { sticker: { link } }, "sticker"],
  ["sendLocation", { location: { latitude: 53.5, longitude: 9.9, name: "Pier" } }, "location"],
  [
    "sendContacts",
    { contacts: [{ name: { formattedName: "Ben" }, phones: [{ phone: `+${ADA}` }] }] },
    "contact",
  ],
  ["sendInteractiveButtons", { bodyText: "Come?", buttons: [{ id: "y", title: "Yes" }] }, "buttons"],
  ["sendInteractiveList", { bodyText: "When?", buttonText: "Times", sections }, "list"],
  [
    "sendInteractiveCtaUrl",
    { bodyText: "See", parameters: { displayText: "Open", url: "https://example.com" } },
    "cta_url",
  ],
  ["sendInteractiveCarousel", { bodyText: "New", cards: [0, 1].map(card) }, "media_carousel"],
  [
    "sendInteractiveProduct",
    { bodyText: "New", catalogId: "77", productRetailerId: "tent" },
    "single_product",
  ],
  [
    "sendInteractiveProductList",
    {
      ...{ bodyText: "For it", header: { type: "text", text: "Trip" }, catalogId: "77" },
      sections: [{ title: "A", productItems: [{ productRetailerId: "tent" }] }],
    },
    "multi_product",
  ],
  [
    "sendInteractiveCatalogMessage",
    { bodyText: "Our shop", parameters: { thumbnailProductRetailerId: "tent" } },
    "catalog",
  ],
  [
    "sendInteractiveLocationRequest",
    { bodyText: "Where?", parameters: { requestMessage: "Where?" } },
    "location_request",
  ],
  ["sendInteractiveAddress", { bodyText: "Where?", parameters: { country: "IN" } }, "address"],
  [
    "sendInteractiveCallPermission",
    { bodyText: "May we?", parameters: { phoneNumber: ADA } },
    ...(["call_permission_request", "official"] as const),
  ],
  [
    "sendTemplate",
    { template: { name: "hello_world", language: { code: "en_US" } } },
    ...(["template", "official"] as const),
  ],
];

const ours = async (id: string) =>
  (await site.chat.daemon.call("GET", `/v1/messages/${id.slice("wamid.".length)}`)).body;

describe.skipIf("missing" in npm).each(["official", "paired"] as const)("with an %s number", (kind) => {
  const sent = async (call: string, given: object) => {
    const { phone_number_id: phoneNumberId } = site[kind];
    const { messages } = await client.messages[call]({ phoneNumberId, to: ADA, ...given });
    return await ours(messages[0].id);
  };

  test("a message is quoted, and comes back with data of the sender's; another is reacted to", async () => {
    const { id } = await sent("sendText", { body: "One" });
    const messageId = `wamid.${id}`;
    const quoting = { body: "Two", contextMessageId: messageId, bizOpaqueCallbackData: `order 7 ${kind}` };
    expect(await sent("sendText", quoting)).toMatchObject({
      ...{ content: { reply_to: { id } }, metadata: { biz_opaque_callback_data: `order 7 ${kind}` } },
    });
    const reaction = await sent("sendReaction", { reaction: { messageId, emoji: "👍" } });
    expect(reaction.content).toMatchObject({ message_id: id, reaction: "👍" });
  });

  test("a file goes up, is sent, comes down, and is deleted", async () => {
    const { phone_number_id: phoneNumberId } = site[kind];
    const upload = { phoneNumberId, type: "application/pdf", file: PDF, fileName: "menu.pdf" };
    const { id: mediaId } = await client.media.upload(upload);
    const { id, content } = await sent("sendDocument", { document: { id: mediaId, filename: "menu.pdf" } });
    await site.chat.daemon.until(id, "delivered", "read");
    expect(content).toMatchObject({ media_id: expect.any(String), file_name: "menu.pdf" });
    expect(await client.media.get({ mediaId, phoneNumberId })).toMatchObject({ mimeType: "application/pdf" });
    const bytes = await client.media.download({ mediaId, phoneNumberId, auth: "always" });
    expect(new TextDecoder().decode(bytes)).toBe("%PDF-1.4 kapso");
    expect(await client.media.delete({ mediaId, phoneNumberId })).toEqual({ success: true });
    const gone = await client.media.get({ mediaId }).catch((cause: unknown) => cause);
    expect(gone).toMatchObject({ code: 100, category: "parameter" });
  });

  test("its handler takes our webhooks of messages and statuses, and refuses another's signature", async () => {
    const { normalizeWebhook, verifySignature } = load("/server");
    const { phone_number_id: phoneNumberId, channelId } = site[kind];
    const endpoint = { url: receiver.url, format: "meta", verify_token: "open", channels: [channelId] };
    const path = "/v1/settings/developer/webhooks/endpoints";
    const { secret: appSecret } = (await site.chat.daemon.call("POST", path, endpoint)).body;
    const { id } = await sent("sendText", { body: "Ready" });
    await heard(kind, "Thanks");
    const told = () =>
      receiver.received.map(({ body, headers }) => {
        const signed = { rawBody: body, signatureHeader: headers["x-hub-signature-256"] };
        return { ...normalizeWebhook(JSON.parse(body)), ...{ signed } };
      });
    const received = await eventually("both", async () => {
      const all = told().filter((one: Client) => one.phoneNumberId === phoneNumberId);
      const message = all.find(({ messages }: Client) => messages[0]?.text?.body === "Thanks");
      const status = all.find(({ statuses }: Client) => statuses[0]?.id === `wamid.${id}`);
      return message && status && { message, status };
    });
    expect(received.message.messages[0]).toMatchObject({
      from: ADA,
      type: "text",
      kapso: { direction: "inbound" },
    });
    expect(received.message.contacts[0]).toMatchObject({ waId: ADA });
    expect(received.status.statuses[0]).toMatchObject({ recipientId: ADA });
    for (const { signed } of Object.values(received) as Client[]) {
      expect(verifySignature({ appSecret, ...signed })).toBe(true);
      expect(verifySignature({ appSecret: "another", ...signed })).toBe(false);
    }
  });

  // files that are at no address here hold up what comes after them
  test.each(TYPES.filter(([, , , only]) => only === undefined || only === kind))(
    "%s",
    async (call, given, type) => {
      expect(await sent(call, given)).toMatchObject({ channel_id: site[kind].channelId, type });
    },
  );

  test("a refusal is an error of its own, of the kind that it is at Meta", async () => {
    const parameters = { flowId: "1", flowCta: "Open" };
    const flow = await sent("sendInteractiveFlow", { bodyText: "Book", parameters }).catch((cause) => cause);
    expect(flow).toMatchObject({
      name: "GraphApiError",
      code: 131051,
      details: expect.stringContaining("flow"),
    });
    const refused = await sent("sendText", { body: "x".repeat(4097) }).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ name: "GraphApiError", code: 131009, category: "parameter" });
  });
});

/** Ada writes to a number. */
async function heard(kind: "official" | "paired", body: string): Promise<void> {
  if (kind === "paired") await site.chat.receive("text", { body });
  else {
    const inbound = `${site.chat.daemon.sandbox.url}/sandbox/inbound`;
    const headers = { "content-type": "application/json" };
    await fetch(inbound, { method: "POST", headers, body: JSON.stringify({ from: ADA, text: body }) });
  }
}

test.skipIf("missing" in npm)("a message that came in is marked as read", async () => {
  const { id } = await site.chat.receive("text", { body: "Hello" });
  const { phone_number_id: phoneNumberId } = site.paired;
  const mark = { phoneNumberId, messageId: `wamid.${id}`, typingIndicator: { type: "text" } };
  expect(await client.messages.markRead(mark)).toEqual({ success: true });
});

test.skipIf("missing" in npm)("templates are made, listed and deleted", async () => {
  const { waba_id: businessAccountId } = site.official;
  const components = [{ type: "BODY", text: "Hello" }];
  const made = { businessAccountId, name: "kapso_hello", language: "en_US", category: "UTILITY", components };
  const { id } = await client.templates.create(made);
  const listed = async () => (await client.templates.list({ businessAccountId, name: "kapso_hello" })).data;
  expect(await listed()).toMatchObject([{ id, name: "kapso_hello", language: "en_US", components }]);
  expect(await client.templates.delete({ businessAccountId, name: "kapso_hello" })).toEqual({
    success: true,
  });
  expect(await listed()).toEqual([]);
});
