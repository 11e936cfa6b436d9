/** Events as receivers of Evolution and WAHA read them. */
import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { EVENTS } from "../../daemon/events/catalogue.ts";
import { EVOLUTION_FORM } from "../../daemon/fronts/evolution/form.ts";
import { FORMS } from "../../daemon/fronts/forms.ts";
import { WAHA_FORM } from "../../daemon/fronts/waha/form.ts";
import { MessageSchema } from "../../daemon/messages/record.ts";
import type { EndpointForm, EventRecords, FormEvent } from "../../daemon/webhooks/forms/form.ts";

const [EXAMPLE] = MessageSchema.examples as [EventRecords["message"] & object];
const contact = { id: "ct_1", name: "Ada", phone_number: "+14155550123", user_id: null, username: null };
const channel = { id: "ch_1", name: "home", phone_number: "+15550783881" } as EventRecords["channel"];
const received = {
  ...EXAMPLE,
  ...{
    direction: "inbound",
    status: "delivered",
    to: null,
    provider_message_id: "3EB0AB",
    from_phone: "14155550123",
  },
} as typeof EXAMPLE;

function written(
  form: EndpointForm,
  type: keyof typeof EVENTS,
  records: Partial<EventRecords>,
  body: object = {},
  wanted: readonly string[] | null = null,
) {
  const whole = { message: EXAMPLE, contact, channel, files: [], ...records };
  const given = { ...EVENTS[type].example, ...body } as Record<string, unknown>;
  const event: FormEvent = { id: "evt_1", type, body: given, text: JSON.stringify(given), records: whole };
  const request = form.write(event, wanted);
  return request === null ? null : JSON.parse(request.body);
}

test("Evolution: a message that came in, with its file", () => {
  const message = {
    ...received,
    type: "image",
    content: { media_id: "med_1", caption: "Look" },
  } as typeof EXAMPLE;
  const file = {
    media_id: "med_1",
    mime_type: "image/png",
    filename: null,
    size: 3,
    download_url: "https://x/f",
    pending_since: null,
    data: "AAAA",
  };
  expect(written(EVOLUTION_FORM, "message.new", { message, files: [file] })).toMatchObject({
    ...{ event: "messages.upsert", instance: "home", sender: "15550783881@s.whatsapp.net", apikey: null },
    data: {
      key: { remoteJid: "14155550123@s.whatsapp.net", fromMe: false, id: "3EB0AB" },
      ...{ pushName: "Ada Lovelace", messageType: "imageMessage" },
      message: { imageMessage: { caption: "Look" }, base64: "AAAA", mediaUrl: "https://x/f" },
    },
  });
});

test("Evolution: what was sent, and what became of it, have the id that the send answered", () => {
  expect(written(EVOLUTION_FORM, "message.sent", {})).toMatchObject({
    event: "send.message",
    data: { key: { id: EXAMPLE.id, fromMe: true } },
  });
  expect(written(EVOLUTION_FORM, "message.status_update", {}, { status: "read" })).toMatchObject({
    ...{ event: "messages.update", data: { keyId: EXAMPLE.id, status: "READ", fromMe: true } },
  });
});

test.each([
  ["connected", "open", 200],
  ["pairing", "connecting", 200],
  ["logged_out", "close", 401],
])("Evolution: a channel that is %s", (status, state, statusReason) => {
  expect(written(EVOLUTION_FORM, "channel.status_changed", { message: null }, { status })).toMatchObject({
    ...{ event: "connection.update", data: { instance: "home", state, statusReason } },
  });
});

test("WAHA: messages, reactions, acknowledgements and sessions", () => {
  expect(written(WAHA_FORM, "message.new", { message: received })).toMatchObject({
    ...{ id: "evt_1", event: "message", session: "home", me: { id: "15550783881@c.us" } },
    payload: {
      id: "false_14155550123@c.us_3EB0AB",
      from: "14155550123@c.us",
      fromMe: false,
      body: expect.any(String),
    },
  });
  const reaction = {
    ...received,
    type: "reaction",
    content: { message_id: "3EB0", reaction: "👍" },
  } as typeof EXAMPLE;
  expect(written(WAHA_FORM, "message.new", { message: reaction })).toMatchObject({
    ...{ event: "message.reaction", payload: { reaction: { text: "👍", messageId: "3EB0" } } },
  });
  expect(written(WAHA_FORM, "message.sent", {})).toMatchObject({
    event: "message.any",
    payload: { fromMe: true },
  });
  expect(written(WAHA_FORM, "message.status_update", {}, { status: "delivered" })).toMatchObject({
    ...{
      event: "message.ack",
      payload: { id: `true_14155550123@c.us_${EXAMPLE.id}`, ack: 2, ackName: "DEVICE" },
    },
  });
  expect(
    written(WAHA_FORM, "channel.status_changed", { message: null }, { status: "logged_out" }),
  ).toMatchObject({
    ...{ event: "session.status", payload: { name: "home", status: "FAILED" } },
  });
});

// by this, no news are made of a message that is accepted where only these forms listen: `listening_for_previews` in SQL
test.each(FORMS)("$name: news of a conversation that change no message are none", (form) => {
  for (const message of [EXAMPLE, received, null])
    expect(written(form, "conversation.updated", { message }, { tags: ["vip"] })).toBeNull();
});

test("WAHA: a vote that can't be read has an event of its own, in a poll that somebody else made", () => {
  const message = {
    ...received,
    ...{ type: "poll_vote", content: { message_id: "3EB0", options: null } },
  } as typeof EXAMPLE;
  const answered = { id: EXAMPLE.id, direction: "inbound" } as const;
  expect(written(WAHA_FORM, "message.new", { message, answered })).toMatchObject({
    event: "poll.vote.failed",
    payload: { vote: { selectedOptions: [] }, poll: { id: "false_14155550123@c.us_3EB0", fromMe: false } },
  });
});

const edited = { ...received, edited_at: "2026-11-21T09:31:00.000Z" } as typeof EXAMPLE;
const deleted = { ...received, deleted_at: "2026-11-21T09:32:00.000Z" } as typeof EXAMPLE;
const reacted = {
  ...received,
  type: "reaction",
  content: { message_id: "3EB0", emoji: "👍" },
} as typeof EXAMPLE;

test.each([
  [EVOLUTION_FORM, "conversation.updated", edited, "messages.edited", ["messages.delete"]],
  [EVOLUTION_FORM, "conversation.updated", deleted, "messages.delete", ["messages.edited"]],
  [WAHA_FORM, "conversation.updated", edited, "message.edited", ["message.revoked"]],
  [WAHA_FORM, "conversation.updated", deleted, "message.revoked", ["message.edited"]],
  [WAHA_FORM, "message.new", reacted, "message.reaction", ["message", "message.any"]],
  [WAHA_FORM, "message.new", received, "message", ["message.reaction"]],
  [WAHA_FORM, "message.sent", EXAMPLE, "message.any", ["message"]],
] as const)(
  "$0.name: %s of a form's own is posted to those that want it: $3",
  (form, type, message, own, others) => {
    expect(written(form, type, { message }, {}, [own])).toMatchObject({ event: own });
    expect(written(form, type, { message }, {}, others)).toBeNull();
  },
);

test("WAHA: what comes in is a message.any for those that want no message", () => {
  const wanted = ["message.any", "message.ack"];
  const any = written(WAHA_FORM, "message.new", { message: received }, {}, wanted);
  expect(any).toMatchObject({ event: "message.any", payload: { fromMe: false } });
});

test.each([EVOLUTION_FORM, WAHA_FORM])(
  "$name: each event that is written has a name that it may be wanted by",
  (form) => {
    for (const type of form.types ?? [])
      for (const message of [EXAMPLE, received, edited, deleted, reacted]) {
        const event = written(form, type, { message })?.event;
        if (event !== undefined) expect(form.events).toContain(event);
      }
  },
);

test("WAHA signs the body", () => {
  const signing = {
    secrets: ["new", "old"],
    id: "evt_1",
    type: "message.new",
    body: '{"ä":1}',
    timestamp: 1_795_000_000,
  };
  expect(WAHA_FORM.sign?.(signing)).toEqual({
    "x-webhook-hmac": createHmac("sha512", "new").update(signing.body).digest("hex"),
    ...{
      "x-webhook-hmac-algorithm": "sha512",
      "x-webhook-request-id": "evt_1",
      "x-webhook-timestamp": "1795000000000",
    },
  });
});

test("each form writes each of its events, or none where what it is about is gone, and never a key", () => {
  for (const form of FORMS)
    for (const type of form.types ?? []) {
      const flagged = { ...channel, quality_rating: "RED" } as EventRecords["channel"];
      expect([form.name, type, written(form, type, { message: edited, channel: flagged })]).not.toContain(
        null,
      );
      const gone = { message: null, contact: null, channel: null };
      expect(JSON.stringify(written(form, type, gone))).not.toContain("undefined");
    }
  expect(
    EVOLUTION_FORM.write({
      id: "e",
      type: "budget.warned",
      body: {},
      text: "{}",
      records: { message: null, contact: null, channel: null, files: [] },
    }),
  ).toBeNull();
});
