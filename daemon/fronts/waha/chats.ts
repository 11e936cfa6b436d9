import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { conversationOf, messageOf, paged, withPerson } from "../shared/find.ts";
import { invalid, type Json, maybeFlag, maybeNumber, maybeText, text } from "../shared/given.ts";
import { jidOf, recipientOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { send } from "../shared/send.ts";
import { channelOf, messageNamed } from "./ids.ts";
import { chatForm, contactForm, messageForm, withKey } from "./records.ts";
import { route } from "./route.ts";

function partOf(query: Json) {
  const take = Math.max(1, Math.min(maybeNumber(query, "limit") ?? 100, 1000));
  return { take, skip: Math.max(0, Math.trunc(maybeNumber(query, "offset") ?? 0)) };
}

const chatIn = ({ params, query }: Call) => params.chat ?? text(query, "chatId");
const conversation = async (call: Call) => await conversationOf(call, await channelOf(call), chatIn(call));

async function messages(call: Call) {
  const channel = await channelOf(call);
  const own = maybeFlag(call.query, "filter.fromMe");
  const query = {
    ...{ channel_id: channel.id, ...withPerson(chatIn(call)) },
    direction: own === undefined ? undefined : own ? "outbound" : "inbound",
  };
  const { records } = await paged(call, "/v1/messages", query, partOf(call.query));
  return records.map((record) => messageForm(record, withKey(call)));
}

async function chats(call: Call) {
  const { id } = await channelOf(call);
  return (await paged(call, "/v1/conversations", { channel_id: id }, partOf(call.query))).records.map(
    chatForm,
  );
}

async function message(call: Call) {
  const { id } = messageNamed(call.params.message ?? "", chatIn(call));
  return messageForm(await messageOf(call, await channelOf(call), id), withKey(call));
}

async function operation(call: Call, type: string, more: Json) {
  const { id, fromMe, participant } = messageNamed(call.params.message ?? "", chatIn(call));
  const content = { message_id: id, ...more };
  const about =
    type === "delete_message" && !fromMe && participant !== undefined ? { from_me: false, participant } : {};
  await send(call, await channelOf(call), { to: chatIn(call), type, content: { ...content, ...about } });
  return {};
}

async function setArchived(call: Call, isArchived: boolean) {
  const path = `/v1/conversations/${await conversation(call)}`;
  await call.api.post(`${path}/${isArchived ? "archive" : "unarchive"}`, {}, keyOf(call));
  return {};
}

async function unread(call: Call) {
  await call.api.post(`/v1/conversations/${await conversation(call)}/unread`, {}, keyOf(call));
  return {};
}

async function read(call: Call) {
  const channel = await channelOf(call);
  const query = { channel_id: channel.id, direction: "inbound", ...withPerson(chatIn(call)), limit: 1 };
  const [last] = objects((await call.api.get("/v1/messages", query)).data);
  if (last === undefined) return { ids: null };
  await send(call, channel, { to: chatIn(call), type: "mark_as_read", content: { message_id: last.id } });
  return { ids: null };
}

async function lookUp(call: Call, named: string): Promise<ApiRecord> {
  const { id } = await channelOf(call);
  const person = recipientOf(named);
  if (!("to" in person)) throw invalid("phone", "expected a phone number");
  const { data } = await call.api.post(`/v1/channels/${id}/contacts/lookup`, { phones: [person.to] });
  return { number: person.to, ...objects(data)[0] };
}

async function checkExists(call: Call) {
  const { exists, wa_id, number } = await lookUp(call, text(call.query, "phone"));
  return { numberExists: exists, chatId: exists === false ? null : jidOf(String(wa_id ?? number), "c.us") };
}

async function contact(call: Call) {
  const named = call.params.contact ?? text(call.query, "contactId");
  const person = recipientOf(named);
  const query = "to" in person ? { phone: person.to } : { q: person.recipient.replace(/@.*/, "") };
  const [found] = objects((await call.api.get("/v1/contacts", { ...query, limit: 1 })).data);
  return found === undefined ? { id: named, isWAContact: false } : contactForm(found);
}

const contacts = async (call: Call) =>
  (await paged(call, "/v1/contacts", {}, partOf(call.query))).records.map(contactForm);

async function lidOf(call: Call) {
  const { lid, number } = await lookUp(call, call.params.phone ?? "");
  return { lid: lid ?? null, pn: jidOf(String(number), "c.us") };
}

const CHAT = ":session/chats/:chat";

export const CHAT_ROUTES: readonly Route[] = [
  route("GET", ":session/chats", chats),
  route("GET", ":session/chats/overview", chats),
  {
    ...route("GET", `${CHAT}/messages`, messages),
    differs: "newest first; `downloadMedia` is not needed, `media.url` takes your key",
  },
  { ...route("GET", "messages", messages), differs: "as the messages of a chat" },
  {
    ...route("POST", `${CHAT}/messages/read`, read, 201),
    differs: "the chat's last message is marked as read, and with it those before",
  },
  route("GET", `${CHAT}/messages/:message`, message),
  route("PUT", `${CHAT}/messages/:message`, (call) =>
    operation(call, "edit_message", { body: text(call.body, "text") }),
  ),
  route("DELETE", `${CHAT}/messages/:message`, (call) => operation(call, "delete_message", {})),
  route("POST", `${CHAT}/archive`, (call) => setArchived(call, true), 201),
  route("POST", `${CHAT}/unarchive`, (call) => setArchived(call, false), 201),
  { ...route("POST", `${CHAT}/unread`, unread, 201), differs: "it is unread here, not on the phone" },
  {
    ...route("GET", "contacts/check-exists", checkExists),
    differs: "on official numbers `numberExists` is null until somebody wrote",
  },
  { ...route("GET", "checkNumberStatus", checkExists), differs: "as `check-exists`" },
  { ...route("GET", "contacts/all", contacts), differs: "contacts are the organisation's" },
  route("GET", "contacts", contact),
  route("GET", ":session/contacts/:contact", contact),
  route("GET", "contacts/about", async (call) => ({
    about: (await lookUp(call, text(call.query, "contactId"))).about ?? null,
  })),
  route("GET", "contacts/profile-picture", async (call) => ({
    profilePictureURL: (await lookUp(call, text(call.query, "contactId"))).picture_url ?? null,
  })),
  route("GET", ":session/lids/pn/:phone", lidOf),
  {
    ...route(
      "POST",
      ":session/presence",
      async (call) => {
        const [to, presence] = [maybeText(call.body, "chatId"), WORDS[text(call.body, "presence")]];
        if (to === undefined || presence === undefined)
          throw invalid("presence", "give a chatId, and typing, recording, paused, online or offline");
        await send(call, await channelOf(call), { to, type: "presence", content: { presence } });
        return {};
      },
      201,
    ),
    differs: "to one chat at a time",
  },
];

const WORDS: Record<string, string> = {
  ...{
    typing: "composing",
    recording: "recording",
    paused: "paused",
    online: "available",
    offline: "unavailable",
  },
};
