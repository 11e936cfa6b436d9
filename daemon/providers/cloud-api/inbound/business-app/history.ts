import { objects } from "../../../../lib/objects.ts";
import { reportedDigits } from "../../../../phone-numbers/reported.ts";
import type { ChannelAlert } from "../../../channel-facts.ts";
import type { Inbound, Known } from "../../../inbound.ts";
import { momentOf } from "../../../moment.ts";
import type { Past, PastMessage, PastPerson } from "../../../past-message.ts";
import { readContent } from "../content.ts";
import { contactOf, groupId, identities } from "../identities.ts";
import { field, type Json, object, text } from "../values.ts";
import { namedIn } from "./people.ts";

/** How far a message came that the business sent. Source: Meta, webhooks reference, `history`, `history_context`. */
const STATUSES: Record<string, PastMessage["status"]> = {
  ERROR: "failed",
  PENDING: "sent",
  SENT: "sent",
  DELIVERED: "delivered",
  READ: "read",
  PLAYED: "read",
};

/** What changes another message, or is no message. */
const NOT_SHOWN = ["system", "edit", "revoke", "request_welcome"];

/**
 * The field `history`: chats of a business that still uses the WhatsApp Business app, of before its number came to the
 * Cloud API: in parts, of which none waits for another, and files later by themselves, of the last fourteen days. Source:
 * Meta, "Onboarding WhatsApp Business app users"; webhooks reference, `history`.
 */
export function readHistory(value: Json): Inbound[] {
  const phoneNumberId = text(field(value.metadata, "phone_number_id"));
  if (phoneNumberId === null) return [];
  const parts = objects(value.history);
  const threads = parts.flatMap((part) => objects(part.threads));
  const withFiles = [...objects(value.messages), ...objects(value.message_echoes)];
  const facts = [
    ...namedIn(value),
    ...threads.flatMap((thread) => readThread(thread, value)),
    ...withFiles.flatMap((message) => readAlone(message, value)),
    ...[value, ...parts].flatMap(({ errors }) => objects(errors)).map(notShared),
  ];
  return [{ target: { phoneNumberId }, facts }];
}

/** A chat is named by the person's number, or by their user id when they show none. */
function readThread(thread: Json, value: Json): (Known | Past)[] {
  const messages = objects(thread.messages);
  const received = messages.find((message) => !isSent(message, value) && text(message.from_user_id) !== null);
  const userId = thread.user_id ?? field(thread.context, "user_id") ?? received?.from_user_id;
  const username = text(field(thread.context, "username"));
  const person = personOf(thread.id ?? field(thread.context, "wa_id"), userId, value, username);
  if (person === null) return [];
  const { phone, bsuid = null, name } = person;
  return [
    { kind: "known", phone, lid: null, bsuid, name },
    ...messages.flatMap((message) => readPast(message, person, value)),
  ];
}

/** A message outside a chat. */
function readAlone(message: Json, value: Json): Past[] {
  const person = isSent(message, value)
    ? personOf(message.to, message.to_user_id, value)
    : personOf(message.from, message.from_user_id, value);
  return person === null ? [] : readPast(message, person, value);
}

function readPast(message: Json, chat: PastPerson, value: Json): Past[] {
  const providerMessageId = text(message.id);
  const type = text(message.type);
  if (!providerMessageId || type === null || NOT_SHOWN.includes(type)) return [];
  // chats of groups are not shared: nothing of one passes for a private message
  if (groupId(message.group_id) !== null) return [];
  const read = readContent(type, message);
  const status = text(field(message.history_context, "status"))?.toUpperCase() ?? "";
  const past: PastMessage = {
    ...{ providerMessageId, source: "meta", chat, writer: null },
    direction: isSent(message, value) ? "outbound" : "inbound",
    ...{ type: read.type, content: read.content, file: read.media },
    status: Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? "sent") : "sent",
    // its content says both
    ...{ quoted: null, forwarded: false },
    at: momentOf(message.timestamp),
  };
  return [{ kind: "past", message: past }];
}

/** Whether the business wrote it; a message says so in one of three ways. */
function isSent({ from, to, to_user_id, history_context }: Json, { metadata }: Json): boolean {
  const said = field(history_context, "from_me");
  if (typeof said === "boolean") return said;
  const own = reportedDigits(field(metadata, "display_phone_number"));
  if (own !== null && reportedDigits(from) === own) return true;
  const other = reportedDigits(to);
  return (other !== null && other !== own) || text(to_user_id) !== null;
}

function personOf(
  phone: unknown,
  userId: unknown,
  value: Json,
  username: string | null = null,
): PastPerson | null {
  const contact = object(contactOf(phone, userId, value));
  const known = identities(phone, userId);
  const of = (type: string) => known.find((one) => one.type === type)?.value ?? null;
  const [number, bsuid] = [of("phone"), of("bsuid")];
  if (number === null && bsuid === null) return null;
  const name = text(field(contact.profile, "name")) || null;
  return { phone: number, lid: null, bsuid, username, name };
}

/** The business did not agree (2593109), or Meta could not send it. */
function notShared(error: Json): ChannelAlert {
  const description = text(field(error.error_data, "details")) ?? text(error.message) ?? text(error.title);
  return {
    kind: "alert",
    type: "HISTORY_NOT_SHARED",
    severity: "warning",
    text: "Meta sends no messages of the WhatsApp Business app from before",
    advice: "Onboard the number again, and agree in the app to share its chats.",
    description: `${String(error.code ?? "no code")}: ${description ?? "no reason given"}`,
  };
}
