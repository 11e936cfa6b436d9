import { createHmac, randomBytes } from "node:crypto";
import { graphIdsOf } from "../../../../db/channels/graph-ids.ts";
import type { EndpointForm, FormEvent, NewAddress } from "../../../webhooks/forms/form.ts";
import { type Message, metadataOf, writeMessage } from "./message.ts";
import { writeStatus } from "./status.ts";

type Json = Record<string, unknown>;
/** The field of a change, and its value beside the number. */
type Change = { field: string; value: Json };

/** Webhooks as Meta posts them, so that a receiver that was made for the Cloud API can stay as it is. */
export const META_FORM: EndpointForm = {
  name: "meta",
  types: ["message.new", "message.decrypted", "message.status_update"],
  needs: ["message", "contact", "channel", "answered"],
  write(event) {
    const { channel } = event.records;
    const change = channel === null ? null : changeOf(event);
    if (channel === null || change === null) return null;
    const common = { messaging_product: "whatsapp", metadata: metadataOf(channel) };
    const { field, value } = change;
    const entry = { id: graphIdsOf(channel).waba_id, changes: [{ value: { ...common, ...value }, field }] };
    return { body: ascii(JSON.stringify({ object: "whatsapp_business_account", entry: [entry] })) };
  },
  sign({ secrets: [secret = ""], body }) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return { "x-hub-signature-256": `sha256=${digest}` };
  },
  verify,
};

function changeOf(event: FormEvent): Change | null {
  const { message, contact } = event.records;
  if (event.type === "message.status_update") {
    const status = writeStatus(event, message);
    if (status === null) return null;
    return { field: "messages", value: { ...recipientOf(status, contact?.name), statuses: [status] } };
  }
  if (message === null || message.type === "system") return null;
  if (message.direction === "outbound") return echoOf(event, message);
  const { from_phone, from_user_id, from_username } = message as Json;
  const [phone, userId, username] = [from_phone, from_user_id, from_username].map(textOf);
  const name = message.group?.participant_name ?? contact?.name ?? phone ?? "";
  const person = {
    profile: { name, ...(username === undefined ? {} : { username }) },
    ...(phone === undefined ? {} : { wa_id: phone }),
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  const sender = {
    ...(phone === undefined ? {} : { from: phone }),
    ...(userId === undefined ? {} : { from_user_id: userId }),
  };
  const written = writeMessage(message, sender, event.records.answered?.id ?? null);
  return { field: "messages", value: { contacts: [person], messages: [written] } };
}

/** Who a status is about, which Meta names beside it; nobody in a group. */
function recipientOf({ recipient_id, recipient_user_id, recipient_type }: Json, name?: string | null): Json {
  if (recipient_type === "group") return {};
  const [phone, userId] = [recipient_id, recipient_user_id].map(textOf);
  const person = {
    profile: { name: name ?? phone ?? "" },
    ...(phone === undefined ? {} : { wa_id: phone }),
    ...(userId === undefined ? {} : { user_id: userId }),
  };
  return { contacts: [person] };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What the business wrote on its phone (Meta, `smb_message_echoes`). */
function echoOf({ records: { channel, answered } }: FormEvent, message: Message): Change {
  const from = (channel?.phone_number ?? "").replace(/^\+/, "");
  const to = message.to === null ? { to_user_id: message.recipient } : { to: message.to };
  return {
    field: "smb_message_echoes",
    value: { message_echoes: [writeMessage(message, { from, ...to }, answered?.id ?? null)] },
  };
}

/** Asks the address for a challenge back, as Meta does. */
async function verify({ url, token, ask }: NewAddress): Promise<string | null> {
  const challenge = String(randomBytes(4).readUInt32BE());
  const asked = new URL(url);
  asked.searchParams.set("hub.mode", "subscribe");
  asked.searchParams.set("hub.challenge", challenge);
  asked.searchParams.set("hub.verify_token", token ?? "");
  const answer = await ask(asked.href);
  if (answer === null) return "did not answer a GET with hub.challenge, by which Meta verifies an address";
  if (answer.status === 200 && answer.body.trim() === challenge) return null;
  return `answered a GET with hub.challenge by ${answer.status}, and not by the challenge: is \`verify_token\` the one that it expects?`;
}

/** Everything outside ASCII is escaped, which is the form that Meta sends and signs. */
function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
