import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { conversationOf, messageOf, paged, withPerson } from "../shared/find.ts";
import { invalid, type Json, maybeFlag, maybeNumber, maybeText, part, text } from "../shared/given.ts";
import { recipientOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { chatForm, contactForm, messageForm, statusForms } from "./records.ts";
import { channelOf } from "./sends.ts";

/** Which part of a list a body asks for: `offset` is how many, `page` which of them. */
function partOf(body: Json) {
  const take = Math.max(1, Math.min(maybeNumber(body, "offset") ?? maybeNumber(body, "take") ?? 50, 1000));
  const page = Math.max(1, Math.trunc(maybeNumber(body, "page") ?? 1));
  return { page, take, skip: (page - 1) * take };
}

/** The time in a filter, in seconds or as a text. */
function timeIn(filter: Json, name: string): string | undefined {
  const given = maybeText(filter, name);
  if (given === undefined) return undefined;
  const time = new Date(/^\d+$/.test(given) ? Number(given) * 1000 : given);
  if (Number.isNaN(time.getTime())) throw invalid(`messageTimestamp.${name}`, "expected a time");
  return time.toISOString();
}

function filterOf(where: Json): Json {
  const key = part(where, "key");
  const person = maybeText(key, "remoteJid") ?? maybeText(where, "remoteJid");
  const own = maybeFlag(key, "fromMe");
  const times = part(where, "messageTimestamp");
  return {
    ...(person === undefined ? {} : withPerson(person)),
    direction: own === undefined ? undefined : own ? "outbound" : "inbound",
    ...{ created_after: timeIn(times, "gte"), created_before: timeIn(times, "lte") },
  };
}

async function findMessages(call: Call) {
  const channel = await channelOf(call);
  const where = part(call.body, "where");
  const id = maybeText(part(where, "key"), "id") ?? maybeText(where, "id");
  const { page, take, skip } = partOf(call.body);
  const { records, more } =
    id === undefined
      ? await paged(call, "/v1/messages", { channel_id: channel.id, ...filterOf(where) }, { skip, take })
      : { records: await oneOf(call, channel, id), more: false };
  const wanted = maybeText(where, "messageType");
  const shown = records.map(messageForm).filter(({ messageType }) => (wanted ?? messageType) === messageType);
  const total = skip + records.length + (more ? 1 : 0);
  return { messages: { total, pages: page + (more ? 1 : 0), currentPage: page, records: shown } };
}

/** A list of one message, or of none. */
async function oneOf(
  call: Call,
  channel: Awaited<ReturnType<typeof channelOf>>,
  id: string,
): Promise<ApiRecord[]> {
  const isMissing = (cause: unknown) => cause instanceof Error && "status" in cause && cause.status === 404;
  return await messageOf(call, channel, id).then(
    (message) => [message],
    (cause: unknown) => {
      if (isMissing(cause)) return [];
      throw cause;
    },
  );
}

async function findStatusMessage(call: Call) {
  const channel = await channelOf(call);
  const where = part(call.body, "where");
  const id = maybeText(where, "keyId") ?? maybeText(where, "id") ?? maybeText(part(where, "key"), "id");
  if (id !== undefined) return (await oneOf(call, channel, id)).flatMap(statusForms);
  const { records } = await paged(
    call,
    "/v1/messages",
    { channel_id: channel.id, ...filterOf(where) },
    partOf(call.body),
  );
  return records.flatMap(statusForms);
}

async function findContacts(call: Call) {
  const channel = await channelOf(call);
  const where = part(call.body, "where");
  const jid = maybeText(where, "remoteJid") ?? maybeText(where, "id");
  const query = jid === undefined ? {} : queryOf(jid);
  const { records } = await paged(call, "/v1/contacts", query, partOf({ offset: 1000, ...call.body }));
  return records.map((record) => contactForm(record, channel.id));
}

function queryOf(jid: string): Json {
  const person = recipientOf(jid);
  return "to" in person ? { phone: person.to } : { q: person.recipient.replace(/@.*/, "") };
}

async function findChats(call: Call) {
  const channel = await channelOf(call);
  const where = part(call.body, "where");
  const jid = maybeText(where, "remoteJid");
  if (jid !== undefined) return [chatForm(await conversationWith(call, jid))];
  const asked = partOf({ offset: 1000, ...call.body });
  return (await paged(call, "/v1/conversations", { channel_id: channel.id }, asked)).records.map(chatForm);
}

async function conversationWith(call: Call, jid: string): Promise<ApiRecord> {
  const id = await conversationOf(call, await channelOf(call), jid);
  return await call.api.get(`/v1/conversations/${id}`);
}

/** The chat that a body names, or that of its last message. */
function chatIn(body: Json): string {
  const named = maybeText(body, "chat") ?? maybeText(body, "number");
  return named ?? text(part(part(body, "lastMessage"), "key"), "remoteJid");
}

async function archiveChat(call: Call) {
  const chat = chatIn(call.body);
  const id = await conversationOf(call, await channelOf(call), chat);
  const archived = maybeFlag(call.body, "archive") !== false;
  await call.api.post(`/v1/conversations/${id}/${archived ? "archive" : "unarchive"}`, {}, keyOf(call));
  return { chatId: chat, archived };
}

async function markChatUnread(call: Call) {
  const chat = chatIn(call.body);
  const id = await conversationOf(call, await channelOf(call), chat);
  await call.api.post(`/v1/conversations/${id}/unread`, {}, keyOf(call));
  return { chatId: chat, markedChatUnread: true };
}

async function handleLabel(call: Call) {
  const { body } = call;
  const id = await conversationOf(call, await channelOf(call), text(body, "number"));
  const [name, action] = [text(body, "labelId"), text(body, "action")];
  if (action === "add") await call.api.post(`/v1/conversations/${id}/tags`, { names: [name] }, keyOf(call));
  else if (action === "remove")
    await call.api.remove(`/v1/conversations/${id}/tags/${encodeURIComponent(name)}`);
  else throw invalid("action", "expected add or remove");
  return { numberJid: text(body, "number"), labelId: name, [action]: true };
}

async function getBase64(call: Call) {
  const { api, body } = call;
  const key = part(part(body, "message"), "key");
  const message = await messageOf(call, await channelOf(call), text(key, "id"));
  const content = isObject(message.content) ? message.content : {};
  const id = content.media_id;
  if (typeof id !== "string") throw invalid("message", "this message has no file that is kept here");
  const { bytes, type } = await api.bytes(`/v1/media/${id}`);
  const { file_name: name } = await api.get(`/v1/media/${id}/info`);
  return {
    ...{ mediaType: `${String(message.type)}Message`, fileName: content.file_name ?? name ?? id },
    ...{ caption: content.caption ?? null, size: { fileLength: String(bytes.byteLength) } },
    ...{ mimetype: type, base64: Buffer.from(bytes).toString("base64"), buffer: null },
  };
}

const found = (path: string, answer: (call: Call) => Promise<unknown>) =>
  ({ method: "POST", path: `/chat/${path}/:instance`, answer }) as const;

export const CHAT_ROUTES: readonly Route[] = [
  {
    ...found("findMessages", findMessages),
    differs: "`total` counts what was read so far, and one more if there is more",
  },
  found("findStatusMessage", findStatusMessage),
  {
    ...found("findContacts", findContacts),
    differs: "contacts are the organisation's, whichever number they wrote to",
  },
  found("findChats", findChats),
  {
    ...{ method: "GET", path: "/chat/findChatByRemoteJid/:instance" },
    answer: async (call) => chatForm(await conversationWith(call, text(call.query, "remoteJid"))),
  },
  { ...found("archiveChat", archiveChat), status: 201 },
  { ...found("markChatUnread", markChatUnread), status: 201, differs: "it is unread here, not on the phone" },
  { ...found("getBase64FromMediaMessage", getBase64), status: 201, differs: "`convertToMp4` is left out" },
  {
    ...{ method: "POST", path: "/label/handleLabel/:instance", answer: handleLabel },
    differs: "a label is a tag of the conversation, and its id the tag's name",
  },
  {
    ...{ method: "GET", path: "/label/findLabels/:instance" },
    instead: "labels are the tags of conversations: GET /v1/conversations/{id}/tags",
  },
];
