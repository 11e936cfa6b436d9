import type { EndpointForm, FormEvent } from "../../webhooks/forms/form.ts";
import { knownMessage } from "../shared/find.ts";
import type { Json } from "../shared/given.ts";
import { typesOf } from "../shared/names.ts";
import { stateOf } from "../shared/pairing.ts";
import { jidOf } from "../shared/people.ts";
import { STATES } from "./instances.ts";
import { EVOLUTION_NAMES } from "./names.ts";
import { keyFor, messageForm, statusOf } from "./records.ts";

const DOMAIN = "s.whatsapp.net";

type Written = { event: string; data: unknown } | null;
type Write = (event: FormEvent) => Written;

/** A message, with its file as base64 where the endpoint has that. */
function messageOf(event: string): Write {
  return ({ records }) => {
    const message = knownMessage(records);
    if (message === null) return null;
    const { message: content, ...rest } = messageForm(message);
    const [file] = records.files;
    const more =
      file === undefined ? {} : { mediaUrl: file.download_url, ...(file.data ? { base64: file.data } : {}) };
    return { event, data: { ...rest, message: { ...(content as Json), ...more } } };
  };
}

const statusUpdate: Write = ({ body, records: { message } }) => {
  if (message === null) return null;
  const { id: keyId, ...key } = keyFor(message);
  const status = statusOf(body.status);
  return {
    event: "messages.update",
    data: { messageId: message.id, keyId, ...key, status, instanceId: message.channel_id },
  };
};

/** A conversation has news: its author edited or deleted a message. Of other news there is no event. */
const changed: Write = ({ records }) => {
  const message = knownMessage(records);
  if (message === null) return null;
  const key = keyFor(message);
  if (message.deleted_at !== null) return { event: "messages.delete", data: { ...key, status: "DELETED" } };
  if (message.edited_at === null) return null;
  const { message: editedMessage } = messageForm(message);
  const timestampMs = Date.parse(message.edited_at);
  return { event: "messages.edited", data: { key, type: "MESSAGE_EDIT", editedMessage, timestampMs } };
};

const connection: Write = ({ body, records: { channel } }) => ({
  event: "connection.update",
  data: {
    instance: channel?.name ?? null,
    wuid: channel?.phone_number == null ? null : jidOf(channel.phone_number, DOMAIN),
    state: STATES[stateOf(body)],
    // as Baileys says that the device was removed
    statusReason: body.status === "logged_out" ? 401 : 200,
  },
});

const contact: Write = ({ records: { contact, channel } }) => {
  if (contact === null) return null;
  const remoteJid = jidOf(contact.phone_number ?? contact.user_id ?? contact.id, DOMAIN);
  const data = { remoteJid, pushName: contact.name, profilePicUrl: null, instanceId: channel?.id ?? null };
  return { event: "contacts.update", data: [data] };
};

const call: Write = ({ body, records: { contact } }) => ({
  event: "call",
  data: {
    ...{ id: body.call_id, from: jidOf(String(contact?.phone_number ?? body.phone ?? ""), DOMAIN) },
    ...{
      status: body.outcome === "rejected" ? "reject" : "timeout",
      isVideo: body.video === true,
      isGroup: false,
    },
  },
});

const EVENTS = {
  "message.new": messageOf("messages.upsert"),
  "message.decrypted": messageOf("messages.upsert"),
  "message.sent": messageOf("send.message"),
  "message.status_update": statusUpdate,
  "conversation.updated": changed,
  "channel.status_changed": connection,
  "contact.updated": contact,
  "call.missed": call,
  "call.rejected": call,
} as const satisfies Record<string, Write>;

type Known = keyof typeof EVENTS;

/** Events as Evolution posts them. No key is in them: `apikey` is null. */
export const EVOLUTION_FORM: EndpointForm = {
  name: "evolution",
  types: typesOf(EVOLUTION_NAMES),
  events: Object.keys(EVOLUTION_NAMES),
  needs: ["message", "contact", "channel", "files", "answered"],
  write(event, wanted = null) {
    const written = Object.hasOwn(EVENTS, event.type) ? EVENTS[event.type as Known](event) : null;
    if (written === null || wanted?.includes(written.event) === false) return null;
    const { channel, message } = event.records;
    const sender = channel?.phone_number == null ? null : jidOf(channel.phone_number, DOMAIN);
    const date_time = event.body.updated_at ?? message?.updated_at ?? null;
    const around = {
      instance: channel?.name ?? null,
      destination: null,
      date_time,
      sender,
      server_url: null,
      apikey: null,
    };
    return { body: JSON.stringify({ event: written.event, data: written.data, ...around }) };
  },
};
