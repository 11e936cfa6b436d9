import { isObject } from "../../../lib/objects.ts";
import type { FormEvent } from "../../../webhooks/forms/form.ts";
import { graphMessageId } from "../objects.ts";
import { type Message, secondsOf } from "./message.ts";

type Json = Record<string, unknown>;

/** The statuses that Meta has. */
const STATUSES = ["sent", "delivered", "read", "played", "failed"];

/** What Meta calls the failures that a paired number has, too; others are its "Something went wrong". */
const CODES: Readonly<Record<string, number>> = {
  recipient_unreachable: 131026,
  not_on_whatsapp: 131026,
  recipient_opted_out: 131050,
  outside_service_window: 131047,
  unsupported_message_type: 131051,
  media_rejected: 131053,
  template_not_found: 132001,
  template_parameters_invalid: 132000,
};
const UNKNOWN = 131000;

/** A status of a message in Meta's form; null for one that Meta does not have. */
export function writeStatus({ body }: FormEvent, message: Message | null): Json | null {
  const { message_id, status, updated_at, to, recipient, error, metadata } = body;
  if (!STATUSES.includes(String(status))) return null;
  const data = isObject(metadata) ? metadata.biz_opaque_callback_data : undefined;
  const pricing = message?.pricing ?? null;
  return {
    id: graphMessageId(String(message_id)),
    status,
    timestamp: secondsOf(String(updated_at)),
    ...recipientOf(to, recipient, message),
    ...(data === undefined ? {} : { biz_opaque_callback_data: data }),
    ...(pricing === null ? {} : { pricing }),
    ...(isObject(error) ? { errors: [errorOf(error)] } : {}),
  };
}

function recipientOf(to: unknown, recipient: unknown, message: Message | null): Json {
  if (typeof to === "string") return { recipient_id: to };
  const group = message?.group_id ?? null;
  return group === null ? { recipient_user_id: recipient } : { recipient_id: group, recipient_type: "group" };
}

function errorOf({ code, title, detail, provider_code }: Json): Json {
  const own = Object.hasOwn(CODES, String(code)) ? CODES[String(code)] : UNKNOWN;
  const isMetas = typeof provider_code === "string" && /^\d{3,7}$/.test(provider_code);
  return {
    code: isMetas ? Number(provider_code) : own,
    title,
    message: title,
    error_data: { details: `${detail} (${code})` },
    href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
  };
}
