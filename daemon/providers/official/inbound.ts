import type { Inbound, ReceivedMessage, ReportedStatus } from "../provider.ts";
import { describeError, type GraphError } from "./errors.ts";

type Json = Record<string, unknown>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STATUSES = new Set(["sent", "delivered", "read", "played", "failed"]);
/** Kinds that tell of an account or a chat and carry no message. */
const NOT_MESSAGES = new Set(["system", "request_welcome"]);

/**
 * Reads one of Meta's webhook calls: every entry, change, status and message
 * in it. What it does not know it leaves out; it never throws on valid JSON.
 * Source: Meta, WhatsApp Business Platform, webhooks reference, `messages`.
 */
export function readInbound(call: unknown): Inbound[] {
  const inbound: Inbound[] = [];
  for (const entry of objects(field(call, "entry"))) {
    for (const change of objects(entry.changes)) {
      if (change.field !== "messages") continue;
      const value = change.value;
      const phoneNumberId = text(field(field(value, "metadata"), "phone_number_id"));
      if (phoneNumberId === null) continue;
      inbound.push({
        phoneNumberId,
        statuses: objects(field(value, "statuses")).flatMap(readStatus),
        messages: objects(field(value, "messages")).flatMap((message) => readMessage(message, value)),
      });
    }
  }
  return inbound;
}

function readStatus(status: Json): ReportedStatus[] {
  const providerMessageId = text(status.id);
  const name = text(status.status);
  if (providerMessageId === null || name === null || !STATUSES.has(name)) return [];
  const echoed = text(status.biz_opaque_callback_data);
  const error = objects(status.errors)[0];
  return [
    {
      messageId: echoed !== null && UUID.test(echoed) ? echoed : null,
      providerMessageId,
      status: name as ReportedStatus["status"],
      at: moment(status.timestamp),
      error: name === "failed" ? describeError(graphError(error)) : null,
      pricing: status.pricing ?? null,
    },
  ];
}

function readMessage(message: Json, value: unknown): ReceivedMessage[] {
  const providerMessageId = text(message.id);
  const type = text(message.type);
  const sender = senderOf(message);
  if (providerMessageId === null || type === null || sender === null || NOT_MESSAGES.has(type)) return [];
  return [
    {
      providerMessageId,
      sender,
      name: nameOf(sender.value, value),
      type,
      content: contentOf(type, message),
      at: moment(message.timestamp),
    },
  ];
}

/** Who wrote: by number, or by Meta's business-scoped user id when the person shows no number. */
function senderOf(message: Json): ReceivedMessage["sender"] | null {
  const phone = text(message.from)?.replace(/\D/g, "");
  if (phone !== undefined && phone !== "") return { type: "phone", value: phone };
  const user = text(message.from_user_id);
  return user === null ? null : { type: "bsuid", value: user };
}

function nameOf(sender: string, value: unknown): string | null {
  const contacts = objects(field(value, "contacts"));
  const contact =
    contacts.find((one) => one.wa_id === sender || one.user_id === sender) ??
    (contacts.length === 1 ? contacts[0] : undefined);
  return text(field(contact?.profile, "name"));
}

/** A text in the canonical form of the type `text`; other kinds as Meta sends them. */
function contentOf(type: string, message: Json): Json {
  const body = message[type];
  const content: Json =
    type === "text" ? { body: field(body, "body") ?? "" } : { ...(isObject(body) ? body : {}) };
  const quoted = text(field(message.context, "id"));
  return {
    ...content,
    ...(quoted === null ? {} : { reply_to: { id: quoted } }),
    ...(Array.isArray(message.errors) ? { errors: message.errors } : {}),
  };
}

function graphError(error: Json | undefined): GraphError {
  const title = text(error?.title);
  const message = text(error?.message);
  const details = text(field(error?.error_data, "details"));
  return {
    code: typeof error?.code === "number" ? error.code : -1,
    ...(title === null ? {} : { title }),
    ...(message === null ? {} : { message }),
    ...(details === null ? {} : { error_data: { details } }),
  };
}

/** Meta's timestamps are seconds, as strings. */
function moment(timestamp: unknown): Date {
  const seconds = Number(timestamp);
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : new Date();
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** A string that Postgres can hold as text: without NUL and lone surrogates. */
function text(value: unknown): string | null {
  return typeof value === "string" ? value.toWellFormed().replaceAll("\u0000", "") : null;
}
