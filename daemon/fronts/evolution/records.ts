import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import { idOf } from "../shared/find.ts";
import { defined, type Json } from "../shared/given.ts";
import { authorOf, chatOf, jidOf } from "../shared/people.ts";
import { formOf } from "./content.ts";

const DOMAIN = "s.whatsapp.net";

/** Evolution's word for a message's status. */
const STATUSES: Record<string, string> = {
  ...{ scheduled: "PENDING", queued: "PENDING", sent: "SERVER_ACK", delivered: "DELIVERY_ACK" },
  ...{ read: "READ", played: "PLAYED", failed: "ERROR", cancelled: "ERROR" },
};

export const statusOf = (status: unknown): string => STATUSES[String(status)] ?? "PENDING";

/** The key of a message: who it is with, who wrote it, and its id. */
export function keyFor(message: ApiRecord): Json {
  return defined({
    remoteJid: chatOf(message, DOMAIN),
    fromMe: message.direction === "outbound",
    id: idOf(message),
    participant: authorOf(message, DOMAIN),
  });
}

const secondsOf = (time: unknown) => Math.floor(Date.parse(String(time)) / 1000);

/** A message as Evolution shows it. */
export function messageForm(message: ApiRecord): Json {
  const { group, contact, status, direction } = message;
  const named = isObject(group) ? group.participant_name : isObject(contact) ? contact.name : null;
  const content = isObject(message.content) ? message.content : {};
  return {
    id: message.id,
    key: keyFor(message),
    pushName: direction === "inbound" ? named : null,
    ...formOf(String(message.type), content, message.text),
    messageTimestamp: secondsOf(message.created_at),
    status: direction === "inbound" ? "DELIVERY_ACK" : statusOf(status),
    ...{ instanceId: message.channel_id, source: "unknown", contextInfo: quotedIn(content) },
  };
}

function quotedIn({ reply_to }: Json): Json | null {
  return isObject(reply_to) ? defined({ stanzaId: reply_to.id, participant: reply_to.participant }) : null;
}

/** What became of a message, one record for each status. */
export function statusForms(message: ApiRecord): Json[] {
  const { id: keyId, remoteJid, fromMe, participant = null } = keyFor(message);
  const history = Array.isArray(message.status_history) ? message.status_history : [];
  return history.filter(isObject).map(({ status }) => ({
    ...{ keyId, remoteJid, fromMe, participant, status: statusOf(status) },
    ...{ instanceId: message.channel_id, messageId: message.id, pollUpdates: null },
  }));
}

export function contactForm(contact: ApiRecord, channelId: string): Json {
  const { id, phone_number, name, identities, created_at: createdAt, updated_at: updatedAt } = contact;
  const all = Array.isArray(identities) ? identities.filter(isObject) : [];
  const lid = all.find(({ type }) => type === "lid")?.value;
  const isSaved = name !== null;
  return {
    ...{
      id,
      remoteJid: jidOf(String(phone_number ?? lid ?? id), DOMAIN),
      pushName: name,
      profilePicUrl: null,
    },
    ...{ createdAt, updatedAt, instanceId: channelId, isGroup: false, isSaved, type: "contact" },
  };
}

/** A conversation as a chat, with its last message. */
export function chatForm(conversation: ApiRecord): Json {
  const { id, contact, updated_at: updatedAt, unread_count, last_message, group_id } = conversation;
  const last = isObject(last_message) ? last_message : null;
  const remoteJid = chatOf(conversation, DOMAIN);
  return {
    ...{ id, remoteJid, pushName: isObject(contact) ? contact.name : null, profilePicUrl: null },
    ...{
      updatedAt,
      unreadCount: unread_count,
      instanceId: conversation.channel_id,
      isGroup: group_id !== null,
    },
    windowActive: conversation.service_window !== "closed",
    windowExpires: conversation.service_window_until,
    lastMessage:
      last === null
        ? null
        : {
            ...{ id: last.id, key: { remoteJid, fromMe: last.direction === "outbound", id: last.id } },
            ...formOf(String(last.type) === "text" ? "text" : "words", { body: last.preview }, last.preview),
            messageTimestamp: secondsOf(last.created_at),
          },
  };
}
