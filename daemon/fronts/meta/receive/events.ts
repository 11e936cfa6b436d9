import type { EventType } from "../../../events/catalogue.ts";
import type { FormEvent } from "../../../webhooks/forms/form.ts";
import { graphMessageId } from "../objects.ts";
import {
  accountAlert,
  accountUpdate,
  type Change,
  handover,
  qualityUpdate,
  templateUpdate,
  usernameUpdate,
} from "./account.ts";
import { type Channel, type Message, metadataOf, secondsOf, writeMessage } from "./message.ts";
import { authorOf, recipientOf, senderOf } from "./people.ts";
import { writeStatus } from "./status.ts";

type Json = Record<string, unknown>;
type Write = (event: FormEvent, channel: Channel) => Change | null;

/** What Meta tells an app of, by our event that says the same. Our other events have no form at Meta. */
export const CHANGES = {
  "message.new": messageOf,
  "message.decrypted": messageOf,
  "message.status_update": statusOf,
  "conversation.updated": revisionOf,
  "conversation.handover": handover,
  "template.status_update": templateUpdate,
  "channel.status_changed": accountUpdate,
  "channel.updated": (_, channel) => qualityUpdate(channel),
  "channel.alerted": accountAlert,
  "channel.username_changed": usernameUpdate,
} satisfies Partial<Record<EventType, Write>>;

/** The change that an event is; null where Meta has none. */
export function changeOf(event: FormEvent, channel: Channel): Change | null {
  const { type } = event;
  return Object.hasOwn(CHANGES, type) ? CHANGES[type as keyof typeof CHANGES](event, channel) : null;
}

/** What is about a number says which. */
function ofNumber(channel: Channel, field: string, value: Json): Change {
  return { field, value: { messaging_product: "whatsapp", metadata: metadataOf(channel), ...value } };
}

function messageOf({ records }: FormEvent, channel: Channel): Change | null {
  const { message, contact, answered } = records;
  if (message === null || message.type === "system") return null;
  if (message.direction === "outbound") return echoOf(message, answered?.id ?? null, channel);
  const written = writeMessage(message, senderOf(message), answered?.id ?? null);
  return ofNumber(channel, "messages", { contacts: [authorOf(message, contact)], messages: [written] });
}

/** What the business wrote on its phone (Meta, `smb_message_echoes`). */
function echoOf(message: Message, answered: string | null, channel: Channel): Change {
  const from = metadataOf(channel).display_phone_number;
  const to = message.to === null ? { to_user_id: message.recipient } : { to: message.to };
  const echo = writeMessage(message, { from, ...to }, answered);
  return ofNumber(channel, "smb_message_echoes", { message_echoes: [echo] });
}

function statusOf(event: FormEvent, channel: Channel): Change | null {
  const { message, contact } = event.records;
  const status = writeStatus(event, message);
  if (status === null) return null;
  const contacts = status.recipient_type === "group" ? {} : { contacts: [recipientOf(status, contact)] };
  return ofNumber(channel, "messages", { ...contacts, statuses: [status] });
}

/** A conversation has news: its author edited or took back a message. Of other news Meta tells nothing. */
function revisionOf({ id, records: { message, contact } }: FormEvent, channel: Channel): Change | null {
  if (message === null || message.direction === "outbound") return null;
  const { deleted_at, edited_at } = message;
  const at = deleted_at ?? edited_at;
  if (at === null) return null;
  const original_message_id = graphMessageId(message.id);
  const written = writeMessage(message, {}, null);
  const type = String(written.type);
  const revised =
    deleted_at === null
      ? { type: "edit", edit: { original_message_id, message: { type, [type]: written[type] } } }
      : { type: "revoke", revoke: { original_message_id } };
  const revision = { ...senderOf(message), id: graphMessageId(id), timestamp: secondsOf(at), ...revised };
  return ofNumber(channel, "messages", { contacts: [authorOf(message, contact)], messages: [revision] });
}
