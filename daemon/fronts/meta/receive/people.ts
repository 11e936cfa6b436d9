import type { FormEvent } from "../../../webhooks/forms/form.ts";

type Json = Record<string, unknown>;
type Records = FormEvent["records"];

/** Who wrote a message, as its members name them: by number, by WhatsApp's own id, or by both. */
export function senderOf({ from_phone, from_user_id }: NonNullable<Records["message"]>): Json {
  return {
    ...(isText(from_phone) ? { from: from_phone } : {}),
    ...(isText(from_user_id) ? { from_user_id } : {}),
  };
}

/** A webhook's entry about who wrote a message. */
export function authorOf(message: NonNullable<Records["message"]>, contact: Records["contact"]): Json {
  const { from_phone, from_user_id, group } = message;
  const { from_username: username } = message as Json;
  const name = group?.participant_name ?? contact?.name ?? from_phone ?? "";
  return entryOf({ name, ...(isText(username) ? { username } : {}) }, from_phone, from_user_id);
}

/** A webhook's entry about who a message was sent to, beside a status of it. */
export function recipientOf({ recipient_id, recipient_user_id }: Json, contact: Records["contact"]): Json {
  return entryOf({ name: contact?.name ?? recipient_id ?? "" }, recipient_id, recipient_user_id);
}

function entryOf(profile: Json, phone: unknown, userId: unknown): Json {
  return {
    profile,
    ...(isText(phone) ? { wa_id: phone } : {}),
    ...(isText(userId) ? { user_id: userId } : {}),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
