import { createHmac } from "node:crypto";
import { isObject } from "../../lib/objects.ts";
import type { MessageRecord } from "../../messages/record.ts";
import type { EndpointForm, FormEvent, Signing } from "../../webhooks/forms/form.ts";
import { idOf, knownMessage } from "../shared/find.ts";
import type { Json } from "../shared/given.ts";
import { typesOf } from "../shared/names.ts";
import { chatOf, jidOf } from "../shared/people.ts";
import { messageId } from "./ids.ts";
import { WAHA_NAMES } from "./names.ts";
import { ackOf, messageForm } from "./records.ts";
import { meOf, statusOf } from "./sessions.ts";

type Written = { event: string; payload: Json } | null;
type Write = (event: FormEvent) => Written;

function message({ records }: FormEvent): Json | null {
  const record = knownMessage(records);
  if (record === null) return null;
  const { media, ...rest } = messageForm(record, () => records.files[0]?.download_url ?? null);
  const data = records.files[0]?.data;
  return { ...rest, media: isObject(media) && data !== undefined ? { ...media, data } : media };
}

/** `message` came in; a reaction and a vote are events of their own; what the business wrote elsewhere is `message.any`. */
const arrived: Write = (event) => {
  const payload = message(event);
  const record = knownMessage(event.records);
  if (payload === null || record === null) return null;
  if (record.direction === "outbound") return { event: "message.any", payload };
  const content = isObject(record.content) ? record.content : {};
  const answered = answeredId(record, content.message_id, event);
  if (record.type === "poll_vote") return voted(payload, { id: answered, options: content.options }, event);
  if (record.type !== "reaction") return { event: "message", payload };
  const reaction = { text: content.reaction ?? content.emoji ?? "", messageId: answered };
  return { event: "message.reaction", payload: { ...payload, reaction } };
};

/** The id of what a message answers; as it is given, where that is not known here. */
function answeredId(record: MessageRecord, given: unknown, { records: { answered } }: FormEvent): unknown {
  if (!answered || typeof given !== "string") return given;
  return [answered.direction === "outbound", chatOf(record, "c.us"), given].join("_");
}

/** A vote in a poll; where it can't be read, it has no options, and a name of its own. */
function voted(payload: Json, poll: { id: unknown; options: unknown }, { records }: FormEvent): Written {
  const { id, from, fromMe, to, participant, timestamp } = payload;
  const isRead = Array.isArray(poll.options);
  const selectedOptions = isRead ? poll.options : [];
  const vote = { id, from, fromMe, to, participant, timestamp: Number(timestamp) * 1000, selectedOptions };
  const isOurs = records.answered?.direction === "outbound";
  const ends = isOurs ? { from: to, to: from } : { from, to };
  return {
    event: isRead ? "poll.vote" : "poll.vote.failed",
    payload: { vote, poll: { id: poll.id, ...ends, fromMe: isOurs } },
  };
}

/** A conversation has news: its author edited or deleted a message. Of other news there is no event. */
const changed: Write = (event) => {
  const [payload, record] = [message(event), event.records.message];
  if (payload === null || record === null) return null;
  if (record.deleted_at !== null) {
    const after = { ...payload, body: "", hasMedia: false, media: null };
    return { event: "message.revoked", payload: { after, before: payload, revokedMessageId: idOf(record) } };
  }
  if (record.edited_at === null) return null;
  return { event: "message.edited", payload: { ...payload, editedMessageId: idOf(record) } };
};

const sent: Write = (event) => {
  const payload = message(event);
  return payload === null ? null : { event: "message.any", payload };
};

const acknowledged: Write = ({ body, records: { message } }) => {
  if (message === null) return null;
  const { from, to, fromMe, participant } = messageForm(message, () => null);
  const ack = ackOf({ direction: message.direction, status: body.status });
  return { event: "message.ack", payload: { id: messageId(message), from, to, fromMe, participant, ...ack } };
};

const session: Write = ({ body, records: { channel } }) => ({
  event: "session.status",
  payload: { name: channel?.name ?? null, status: statusOf(body.status) },
});

function call(event: string): Write {
  return ({ body, records: { contact } }) => ({
    event,
    payload: {
      ...{ id: body.call_id, from: jidOf(String(contact?.phone_number ?? body.phone ?? ""), "c.us") },
      ...{ isVideo: body.video === true, isGroup: false },
    },
  });
}

const EVENTS = {
  "message.new": arrived,
  "message.decrypted": arrived,
  "message.sent": sent,
  "message.status_update": acknowledged,
  "conversation.updated": changed,
  "channel.status_changed": session,
  "call.missed": call("call.received"),
  "call.rejected": call("call.rejected"),
} as const satisfies Record<string, Write>;

type Known = keyof typeof EVENTS;

/** An event if it is wanted: what comes in is of `message.any`, too. */
function asWanted(written: Written, wanted: readonly string[] | null): Written {
  if (written === null || wanted === null || wanted.includes(written.event)) return written;
  const isMessage = written.event === "message" && wanted.includes("message.any");
  return isMessage ? { ...written, event: "message.any" } : null;
}

/** Events as WAHA posts them, signed as it signs. */
export const WAHA_FORM: EndpointForm = {
  name: "waha",
  types: typesOf(WAHA_NAMES),
  events: Object.keys(WAHA_NAMES),
  needs: ["message", "contact", "channel", "files", "answered"],
  write(event, wanted = null) {
    const own = Object.hasOwn(EVENTS, event.type) ? EVENTS[event.type as Known](event) : null;
    const written = asWanted(own, wanted);
    if (written === null) return null;
    const { channel, message } = event.records;
    const at = Date.parse(String(event.body.updated_at ?? message?.updated_at ?? ""));
    return {
      body: JSON.stringify({
        ...{ id: event.id, timestamp: Number.isNaN(at) ? null : at, event: written.event },
        ...{
          session: channel?.name ?? null,
          me: channel === null ? null : meOf(channel),
          payload: written.payload,
        },
        ...{
          metadata: {},
          engine: "WAYPOST",
          environment: { version: "2026.9.2", engine: "WAYPOST", tier: "PLUS" },
        },
      }),
    };
  },
  sign: ({ secrets: [secret = ""], id, body, timestamp }: Signing) => ({
    "x-webhook-hmac": createHmac("sha512", secret).update(body).digest("hex"),
    "x-webhook-hmac-algorithm": "sha512",
    "x-webhook-request-id": id,
    "x-webhook-timestamp": String(timestamp * 1000),
  }),
};
