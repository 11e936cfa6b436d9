/** Events in Meta's form: a message that came from Meta goes on as it came, with our ids. */
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { META_FORM } from "../../../daemon/fronts/meta/receive/form.ts";
import { MessageSchema } from "../../../daemon/messages/record.ts";
import { readInbound } from "../../../daemon/providers/cloud-api/inbound/inbound.ts";
import type { FormEvent } from "../../../daemon/webhooks/forms/form.ts";

type Json = Record<string, unknown>;
type Records = FormEvent["records"];

const ID = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11";
const OTHER = "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12";
const AT = "2026-11-21T09:30:00.000Z";
const METADATA = { display_phone_number: "15550783881", phone_number_id: "106540352242922" };
const channel = {
  ...{ id: "ch_1", phone_number: "+15550783881" },
  ...{ graph_phone_number_id: METADATA.phone_number_id, graph_account_id: "102290129340398" },
} as Records["channel"];
const contact = { name: "Ada", phone_number: "+491700000001" } as Records["contact"];

function write(type: FormEvent["type"], body: Json, message: Json | null, more: Partial<Records> = {}) {
  const shown =
    message === null ? null : { ...MessageSchema.examples[0], id: ID, created_at: AT, ...message };
  const records = { message: shown, contact, channel, files: [], ...more } as Records;
  const request = META_FORM.write({ id: "evt_1", type, body, text: "", records });
  return request === null ? null : JSON.parse(request.body);
}

const cameFrom = { direction: "inbound", from_phone: "491700000001", from_user_id: null, group_id: null };
const inside = (webhook: { entry: { changes: { value: Json }[] }[] }): Json =>
  webhook.entry[0]?.changes[0]?.value ?? {};

/** What stands under the type's name in Meta's webhooks. */
const CAME: Record<string, unknown> = {
  text: { body: "Grüße 👋" },
  image: { mime_type: "image/png", sha256: "aGVsbG8=", caption: "Menu" },
  document: { mime_type: "application/pdf", filename: "menu.pdf" },
  audio: { mime_type: "audio/ogg; codecs=opus", voice: true },
  location: { latitude: 53.5, longitude: 9.9, name: "Pier" },
  contacts: [
    { name: { formatted_name: "Ben" }, phones: [{ phone: "+491700000002", wa_id: "491700000002" }] },
  ],
  order: { catalog_id: "77", text: "", product_items: [{ product_retailer_id: "tent", quantity: 1 }] },
  button: { payload: "stop", text: "Stop" },
  interactive: { type: "button_reply", button_reply: { id: "y", title: "Yes" } },
  "interactive list": { type: "list_reply", list_reply: { id: "1", title: "One", description: "13:00" } },
  "interactive form": {
    type: "nfm_reply",
    nfm_reply: { name: "flow", body: "Sent", response_json: '{"a":1}' },
  },
};

describe("a message", () => {
  test.each(Object.entries(CAME))("%s", (name, part) => {
    const [type = ""] = name.split(" ");
    const given = { from: "491700000001", id: "wamid.X", timestamp: "1795253400", type, [type]: part };
    const change = { value: { metadata: METADATA, messages: [given] }, field: "messages" };
    const [inbound] = readInbound(JSON.stringify({ entry: [{ id: "1", changes: [change] }] }));
    const fact = inbound?.facts[0] as { type: string; content: Json };
    const { type: ownType, content } = fact;
    const written = write("message.new", {}, { ...cameFrom, type: ownType, content });
    expect(inside(written)).toEqual({
      messaging_product: "whatsapp",
      metadata: METADATA,
      contacts: [{ profile: { name: "Ada" }, wa_id: "491700000001" }],
      messages: [{ ...given, id: `wamid.${ID}` }],
    });
  });

  test("a file has its id in digits, and an answer the id of what it answers", () => {
    const content = { media_id: "med_01JDB2M5S8V0ZC3K7Q2M4N6P93", reply_to: { id: "3EB0" } };
    const webhook = write(
      "message.new",
      {},
      { ...cameFrom, type: "image", content },
      { answered: { id: OTHER, direction: "outbound" } },
    );
    const [message] = inside(webhook).messages as Json[];
    expect(message).toMatchObject({ image: { id: expect.stringMatching(/^\d+$/) } });
    expect(message?.context).toEqual({ id: `wamid.${OTHER}` });
  });

  test("a reaction is on the message by our id", () => {
    const content = { message_id: "3EB0", reaction: "👍" };
    const webhook = write(
      "message.new",
      {},
      { ...cameFrom, type: "reaction", content },
      { answered: { id: OTHER, direction: "outbound" } },
    );
    expect(inside(webhook).messages).toEqual([
      expect.objectContaining({ reaction: { message_id: `wamid.${OTHER}`, emoji: "👍" } }),
    ]);
  });

  test("a person without a number, and a group, are named as Meta names them", () => {
    const hidden = { ...cameFrom, from_phone: null, from_user_id: "187240155021834@lid" };
    const group = { ...hidden, group_id: "1203@g.us", type: "text", content: { body: "Hi" } };
    expect(inside(write("message.new", {}, group))).toMatchObject({
      contacts: [{ profile: { name: "Ada" }, user_id: "187240155021834@lid" }],
      messages: [{ from_user_id: "187240155021834@lid", group_id: "1203@g.us" }],
    });
  });

  test("a type that Meta does not have says what it is", () => {
    const poll = { ...cameFrom, type: "poll", content: { question: "When?" }, text: "When?" };
    const [message] = inside(write("message.new", {}, poll)).messages as Json[];
    expect(message).toMatchObject({ type: "unsupported", errors: [{ error_data: { details: "When?" } }] });
  });

  test("what the business wrote on its phone is an echo", () => {
    const own = { direction: "outbound", to: "491700000001", type: "text", content: { body: "Hi" } };
    const webhook = write("message.new", {}, own);
    expect(webhook.entry[0].changes[0].field).toBe("smb_message_echoes");
    expect(inside(webhook).message_echoes).toEqual([
      expect.objectContaining({ from: "15550783881", to: "491700000001", text: { body: "Hi" } }),
    ]);
  });
});

describe("a status", () => {
  const body = {
    ...{ message_id: ID, status: "failed", updated_at: AT, to: "491700000001", recipient: null },
    metadata: { biz_opaque_callback_data: "order 7" },
  };
  const error = {
    code: "recipient_unreachable",
    title: "Undeliverable",
    detail: "not there",
    provider_code: null,
  };

  test("has the price, the data that its sender gave, and what went wrong by Meta's code", () => {
    const pricing = { billable: true, category: "utility" };
    const webhook = write("message.status_update", { ...body, error }, { pricing });
    expect(inside(webhook).statuses).toEqual([
      {
        ...{ id: `wamid.${ID}`, status: "failed", timestamp: "1795253400", recipient_id: "491700000001" },
        ...{ biz_opaque_callback_data: "order 7", pricing },
        errors: [expect.objectContaining({ code: 131026, title: "Undeliverable" })],
      },
    ]);
  });

  test.each(["queued", "scheduled", "cancelled"])("%s is none of Meta's, and is not posted", (status) => {
    expect(write("message.status_update", { ...body, status, error: null }, null)).toBeNull();
  });
});

test("it is signed with the secret as Meta signs", () => {
  const body = '{"object":"whatsapp_business_account"}';
  const digest = createHmac("sha256", "whsec_new").update(body).digest("hex");
  const signing = {
    secrets: ["whsec_new", "whsec_old"],
    id: "evt_1",
    type: "message.new",
    body,
    timestamp: 1,
  };
  expect(META_FORM.sign?.(signing)).toEqual({ "x-hub-signature-256": `sha256=${digest}` });
});

test.each([
  ["answers the challenge", (challenge: string) => ({ status: 200, body: challenge }), true],
  ["answers something else", () => ({ status: 200, body: "ok" }), false],
  ["refuses", (challenge: string) => ({ status: 403, body: challenge }), false],
  ["does not answer", () => null, false],
])("an address that %s", async (_, answer, isTaken) => {
  const asked: URL[] = [];
  const wrong = await META_FORM.verify?.({
    ...{ url: "https://example.com/hook?own=1", token: "open" },
    async ask(url) {
      asked.push(new URL(url));
      return answer(new URL(url).searchParams.get("hub.challenge") ?? "");
    },
  });
  expect(wrong === null).toBe(isTaken);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    ...{ own: "1", "hub.mode": "subscribe", "hub.verify_token": "open" },
    "hub.challenge": expect.stringMatching(/^\d+$/),
  });
});
