import { graphIdsOf } from "../../../../db/channels/graph-ids.ts";
import { isObject } from "../../../lib/objects.ts";
import type { FormEvent } from "../../../webhooks/forms/form.ts";
import { graphMessageId, graphObjectId } from "../objects.ts";

type Json = Record<string, unknown>;
export type Message = NonNullable<FormEvent["records"]["message"]>;
export type Channel = NonNullable<FormEvent["records"]["channel"]>;
/** Meta's type, and what stands under its name. */
type Written = { type: string; part: unknown };
type Write = (content: Json) => Written;

/** What any content may hold beside that of its type, and where it came from. */
const BESIDE = ["reply_to", "context", "referral", "errors", "group_id", "mentions"];

const plain =
  (type: string): Write =>
  (part) => ({ type, part });

const file =
  (type: string): Write =>
  ({ media_id, file_name, ...more }) => ({
    type,
    part: {
      ...more,
      ...(typeof media_id === "string" ? { id: graphObjectId(media_id) } : {}),
      ...(file_name === undefined ? {} : { filename: file_name }),
    },
  });

/** How each type of ours is written as Meta's. A content that came from Meta has kept its form. */
const TYPES: Readonly<Record<string, Write>> = {
  text: plain("text"),
  image: file("image"),
  video: file("video"),
  audio: file("audio"),
  document: file("document"),
  sticker: file("sticker"),
  location: plain("location"),
  order: plain("order"),
  contact: ({ contacts, ...card }) => ({ type: "contacts", part: contacts ?? [cardOf(card)] }),
  reaction: ({ message_id, reaction }) => ({ type: "reaction", part: { message_id, emoji: reaction } }),
  interactive: writeInteractive,
};

/** A message in Meta's form. A type that Meta does not have is unsupported there, with what it says. */
export function writeMessage(message: Message, sender: Json, quoted: string | null): Json {
  const content = isObject(message.content) ? message.content : {};
  const own = Object.fromEntries(Object.entries(content).filter(([name]) => !BESIDE.includes(name)));
  const write = Object.hasOwn(TYPES, message.type) ? TYPES[message.type] : undefined;
  const written = write?.(own) ?? { type: "unsupported", part: { type: message.type } };
  const part =
    message.type === "reaction" ? { ...(written.part as Json), ...answeredBy(quoted) } : written.part;
  return {
    ...sender,
    id: graphMessageId(message.id),
    timestamp: secondsOf(message.created_at),
    type: written.type,
    [written.type]: part,
    ...(message.type === "reaction" ? {} : contextOf(content, quoted)),
    ...(content.referral === undefined ? {} : { referral: content.referral }),
    ...(message.group_id === null ? {} : { group_id: message.group_id }),
    ...(write === undefined ? { errors: [unknownType(message)] } : {}),
  };
}

/** The number that a change is about. */
export function metadataOf(channel: Channel): Json {
  return {
    display_phone_number: (channel.phone_number ?? "").replace(/^\+/, ""),
    phone_number_id: graphIdsOf(channel).phone_number_id,
  };
}

export function secondsOf(time: string): string {
  return String(Math.floor(Date.parse(time) / 1000));
}

function answeredBy(quoted: string | null): Json {
  return quoted === null ? {} : { message_id: graphMessageId(quoted) };
}

/** What it answers: by our id, which the answered message has in its own webhooks, or WhatsApp's for one from before. */
function contextOf({ reply_to, context }: Json, quoted: string | null): Json {
  if (!isObject(reply_to)) return context === undefined ? {} : { context };
  const id = quoted === null ? reply_to.id : graphMessageId(quoted);
  return { context: { ...(isObject(context) ? context : {}), id } };
}

function writeInteractive({ id, title, description, ...more }: Json): Written {
  const { type } = more;
  if (type === "template_button_reply")
    return { type: "button", part: more.button ?? { payload: id ?? title, text: title } };
  const reply = more[String(type)] ?? { id, title, ...(description === undefined ? {} : { description }) };
  return { type: "interactive", part: { type, [String(type)]: reply } };
}

function cardOf({ full_name, phone, organization }: Json): Json {
  return {
    name: { formatted_name: full_name, first_name: full_name },
    ...(phone === undefined ? {} : { phones: [{ phone: `+${phone}`, wa_id: phone, type: "CELL" }] }),
    ...(organization === undefined ? {} : { org: { company: organization } }),
  };
}

function unknownType({ type, text }: Message): Json {
  const title = "Message type unknown";
  return {
    code: 131051,
    title,
    message: title,
    error_data: { details: text ?? `Meta has no message of type ${type}.` },
  };
}
