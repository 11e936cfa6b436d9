import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { defined, type Json } from "../shared/given.ts";
import { authorOf, chatOf, jidOf } from "../shared/people.ts";
import { messageId } from "./ids.ts";

type Ack = [number: number, name: string];

/** WAHA's word for a message's status. */
const ACKS: Record<string, Ack> = {
  ...{ scheduled: [0, "PENDING"], queued: [0, "PENDING"], sent: [1, "SERVER"], delivered: [2, "DEVICE"] },
  ...{ read: [3, "READ"], played: [4, "PLAYED"], failed: [-1, "ERROR"], cancelled: [-1, "ERROR"] },
};

export function ackOf(message: ApiRecord): Json {
  const inbound: Ack = [2, "DEVICE"];
  const known = message.direction === "inbound" ? inbound : ACKS[String(message.status)];
  const [ack, ackName] = known ?? [0, "PENDING"];
  return { ack, ackName };
}

/** A message as WAHA shows it; `urlOf` says where a file of it is fetched. */
export function messageForm(message: ApiRecord, urlOf: (mediaId: string) => string | null): Json {
  const content = isObject(message.content) ? message.content : {};
  const { reply_to, media_id } = content;
  const chat = chatOf(message, "c.us");
  const own = jidOf(String(message.channel_number ?? ""), "c.us");
  const fromMe = message.direction === "outbound";
  const hasMedia = typeof media_id === "string";
  return {
    id: messageId(message),
    timestamp: Math.floor(Date.parse(String(message.created_at)) / 1000),
    ...{ from: fromMe ? own : chat, fromMe, to: fromMe ? chat : own, source: "api" },
    participant: authorOf(message, "c.us") ?? null,
    body: content.body ?? content.caption ?? message.text ?? "",
    hasMedia,
    media: hasMedia
      ? { url: urlOf(media_id), mimetype: content.mime_type ?? null, filename: content.file_name ?? null }
      : null,
    ...ackOf(message),
    replyTo: isObject(reply_to) ? { id: reply_to.id, participant: reply_to.participant ?? null } : null,
    ...defined({ location: locationOf(message.type, content) }),
    _data: { id: message.id, type: message.type },
  };
}

function locationOf(type: unknown, { latitude, longitude, name }: Json): Json | undefined {
  return type === "location"
    ? { latitude: String(latitude), longitude: String(longitude), description: name }
    : undefined;
}

/** Where the files of messages are fetched, with a key. */
export function withKey({ url }: Pick<Call, "url">) {
  return (mediaId: string) => `${url}/v1/media/${mediaId}`;
}

/** A conversation as a chat. */
export function chatForm(conversation: ApiRecord): Json {
  const { contact, last_message, unread_count, updated_at } = conversation;
  const last = isObject(last_message) ? last_message : {};
  const id = chatOf(conversation, "c.us");
  return {
    ...{ id, name: isObject(contact) ? contact.name : null, picture: null, unreadCount: unread_count },
    timestamp: Math.floor(Date.parse(String(updated_at)) / 1000),
    archived: conversation.archived_at !== null,
    lastMessage: { id: last.id, body: last.preview ?? "", fromMe: last.direction === "outbound" },
  };
}

export function contactForm(contact: ApiRecord): Json {
  const { id, phone_number, name } = contact;
  const number = typeof phone_number === "string" ? phone_number.replace("+", "") : null;
  return {
    ...{ id: jidOf(String(number ?? id), "c.us"), number, name, pushname: name, shortName: name },
    ...{ isMe: false, isGroup: false, isWAContact: true, isMyContact: true, isBlocked: false },
  };
}
