import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import {
  defined,
  invalid,
  type Json,
  maybeFlag,
  maybeNumber,
  maybeText,
  part,
  parts,
  text,
  texts,
} from "../shared/given.ts";
import { jidOf, recipientOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { send } from "../shared/send.ts";
import { channelOf } from "./sends.ts";

/** Numbers are looked up so many at a time. */
const AT_ONCE = 50;

async function lookUp(call: Call, phones: readonly string[]): Promise<ApiRecord[]> {
  const { id } = await channelOf(call);
  const found: ApiRecord[] = [];
  for (let from = 0; from < phones.length; from += AT_ONCE) {
    const body = { phones: phones.slice(from, from + AT_ONCE) };
    const { data } = await call.api.post(`/v1/channels/${id}/contacts/lookup`, body, keyOf(call, from));
    found.push(...objects(data));
  }
  return found;
}

/** The number that a client names somehow. */
function numberOf(named: string): string {
  const person = recipientOf(named);
  if ("to" in person) return person.to;
  throw invalid("number", "expected a phone number");
}

async function whatsappNumbers(call: Call) {
  const numbers = texts(call.body, "numbers");
  const found = await lookUp(call, numbers.map(numberOf));
  return found.map(({ exists, wa_id, name, lid }, index) => {
    const number = numbers[index] ?? "";
    const jid = jidOf(String(wa_id ?? numberOf(number).replace(/\D/g, "")), "s.whatsapp.net");
    return defined({ jid, exists, number, name: name ?? undefined, lid: lid ?? undefined });
  });
}

async function profileOf(call: Call): Promise<{ wuid: string; person: ApiRecord }> {
  const number = numberOf(text(call.body, "number"));
  const [person = {}] = await lookUp(call, [number]);
  return { wuid: jidOf(String(person.wa_id ?? number), "s.whatsapp.net"), person };
}

async function profilePicture(call: Call) {
  const { wuid, person } = await profileOf(call);
  return { wuid, profilePictureUrl: person.picture_url ?? null };
}

async function profile(call: Call) {
  const { wuid, person } = await profileOf(call);
  const { name, exists, picture_url: picture, about, business } = person;
  return {
    wuid,
    name,
    numberExists: exists,
    picture,
    status: { status: about },
    isBusiness: business === true,
  };
}

async function businessProfile(call: Call) {
  const { wuid, person } = await profileOf(call);
  if (person.business !== true) return { isBusiness: false, message: "Not is business profile" };
  return { isBusiness: true, wid: wuid, name: person.name, about: person.about };
}

async function markAsRead(call: Call) {
  const channel = await channelOf(call);
  const messages = parts(call.body, call.body.readMessages === undefined ? "read_messages" : "readMessages");
  for (const [nth, key] of messages.filter((one) => maybeFlag(one, "fromMe") !== true).entries()) {
    const content = { message_id: text(key, "id") };
    await send(call, channel, { to: text(key, "remoteJid"), type: "mark_as_read", content, nth });
  }
  return { message: "Read messages", read: "success" };
}

async function sendPresence(call: Call) {
  const { body } = call;
  const given = { ...part(body, "options"), ...body };
  const presence = text(given, "presence");
  const lasts = presence === "composing" || presence === "recording";
  const delay = maybeNumber(given, "delay");
  const duration_ms =
    lasts && delay !== undefined ? Math.max(0, Math.min(Math.trunc(delay), 25_000)) : undefined;
  const channel = await channelOf(call);
  await send(call, channel, {
    to: text(body, "number"),
    type: "presence",
    content: defined({ presence, duration_ms }),
  });
  return { presence };
}

async function deleteMessage(call: Call) {
  const body: Json = { ...call.query, ...call.body };
  const [id, remoteJid] = [text(body, "id"), text(body, "remoteJid")];
  const fromMe = maybeFlag(body, "fromMe") ?? true;
  const content = defined({ message_id: id, from_me: fromMe, participant: maybeText(body, "participant") });
  const sent = await send(call, await channelOf(call), { to: remoteJid, type: "delete_message", content });
  return {
    key: { remoteJid, fromMe: true, id: sent.id },
    message: { protocolMessage: { key: { remoteJid, fromMe, id }, type: "REVOKE" } },
    ...{ messageTimestamp: Math.floor(Date.parse(String(sent.created_at)) / 1000), status: "PENDING" },
  };
}

async function updateMessage(call: Call) {
  const { body } = call;
  const key = part(body, "key");
  const to = maybeText(body, "number") ?? text(key, "remoteJid");
  const content = { message_id: text(key, "id"), body: text(body, "text") };
  const sent = await send(call, await channelOf(call), { to, type: "edit_message", content });
  const edited = { key, type: "MESSAGE_EDIT", editedMessage: { conversation: content.body } };
  return {
    key: { remoteJid: maybeText(key, "remoteJid") ?? to, fromMe: true, id: sent.id },
    message: { editedMessage: { message: { protocolMessage: edited } } },
    ...{ messageTimestamp: Math.floor(Date.parse(String(sent.created_at)) / 1000), status: "PENDING" },
  };
}

const route = (path: string, answer: (call: Call) => Promise<unknown>, status = 200) =>
  ({ method: "POST", path: `/chat/${path}/:instance`, answer, status }) as const;
const OF_OFFICIAL =
  "of official numbers Meta does not say who is on WhatsApp: `exists` is null until somebody wrote";

export const OPERATION_ROUTES: readonly Route[] = [
  { ...route("whatsappNumbers", whatsappNumbers), differs: OF_OFFICIAL },
  route("fetchProfilePictureUrl", profilePicture),
  { ...route("fetchProfile", profile), differs: "email, website and address are left out" },
  { ...route("fetchBusinessProfile", businessProfile), differs: "name and about only" },
  route("markMessageAsRead", markAsRead, 201),
  route("sendPresence", sendPresence, 201),
  { ...route("deleteMessageForEveryone", deleteMessage, 201), method: "DELETE" },
  route("updateMessage", updateMessage),
];
