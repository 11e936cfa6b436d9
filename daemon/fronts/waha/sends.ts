import type { ChannelRow } from "../../../db/channels/channels.ts";
import { isObject, objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { fileContent } from "../shared/files.ts";
import { messageOf } from "../shared/find.ts";
import {
  defined,
  invalid,
  type Json,
  list,
  maybeFlag,
  maybeText,
  number,
  part,
  parts,
  text,
  texts,
} from "../shared/given.ts";
import { groupOf, jidOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { send } from "../shared/send.ts";
import { cardsOf } from "./cards.ts";
import { channelOf, messageNamed } from "./ids.ts";
import { messageForm, withKey } from "./records.ts";

type Asked = { type: string; content: Json; nth?: number; to?: string };

/** Sends what a body asks, and answers as WAHA does. */
async function sendAsked(call: Call, { type, content, nth = 0, to }: Asked, from?: ChannelRow) {
  const { body } = call;
  const channel = from ?? (await channelOf(call));
  const chat = to ?? text(body, "chatId");
  const quoted = maybeText(body, "reply_to");
  const whole = defined({ ...content, mentions: await mentionsOf(call, channel, chat) });
  const sent = await send(call, channel, {
    ...{ to: chat, type, content: whole, nth },
    quoted: quoted === undefined ? undefined : messageNamed(quoted, chat).id,
  });
  const record = { ...sent, direction: "outbound", status: "queued", type, content: whole };
  return messageForm(
    { ...record, channel_number: channel.phone_number, group_id: groupIn(sent.recipient) },
    withKey(call),
  );
}

const groupIn = (id: unknown) => (typeof id === "string" && id.endsWith("@g.us") ? id : null);

async function mentionsOf(
  { api, body }: Call,
  { id }: ChannelRow,
  chat: string,
): Promise<string[] | undefined> {
  const named = list(body, "mentions").length === 0 ? [] : texts(body, "mentions");
  if (named.length === 0) return undefined;
  if (!named.includes("all")) return named.map((one) => jidOf(one, "s.whatsapp.net"));
  const { participants } = await api.get(`/v1/channels/${id}/groups/${encodeURIComponent(groupOf(chat))}`);
  return objects(participants).map(({ participant }) => String(participant));
}

const sendText = (call: Call) =>
  sendAsked(call, {
    type: "text",
    content: defined({ body: text(call.body, "text"), preview_url: maybeFlag(call.body, "linkPreview") }),
  });

/** The type of message that a file is sent in, and its content. */
async function sendFile(call: Call, type: string, more: Json = {}) {
  const { body } = call;
  const given = part(body, "file");
  const data = maybeText(given, "url") ?? maybeText(given, "data");
  if (data === undefined) throw invalid("file", "expected a url or data");
  const name = maybeText(given, "filename");
  const address = /^https?:\/\//i.test(data);
  // a file by its address is sent as it is; one that is to be converted is fetched first
  const content =
    address && maybeFlag(body, "convert") === true
      ? { media_id: (await call.api.post("/v1/media", { url: data }, keyOf(call, "file"))).id }
      : await fileContent(call, { data, name, type: maybeText(given, "mimetype") }, "file");
  const caption = type === "audio" || type === "sticker" ? undefined : maybeText(body, "caption");
  const file_name = type === "document" ? name : undefined;
  return await sendAsked(call, { type, content: defined({ ...content, caption, file_name, ...more }) });
}

async function sendLocation(call: Call) {
  const { body } = call;
  const [latitude, longitude] = [number(body, "latitude"), number(body, "longitude")];
  const name = maybeText(body, "title") ?? `${latitude}, ${longitude}`;
  return await sendAsked(call, { type: "location", content: { latitude, longitude, name, address: name } });
}

async function sendPoll(call: Call) {
  const poll = part(call.body, "poll");
  const options = texts(poll, "options");
  const several = maybeFlag(poll, "multipleAnswers") === true;
  const content = { question: text(poll, "name"), options, selectable_count: several ? 0 : 1 };
  return await sendAsked(call, { type: "poll", content });
}

/** Each card is a message of its own; the answer is of the first. */
async function sendContacts(call: Call) {
  const channel = await channelOf(call);
  const all: Json[] = [];
  for (const [nth, content] of parts(call.body, "contacts").flatMap(cardsOf).entries())
    all.push(await sendAsked(call, { type: "contact", content, nth }, channel));
  if (all[0] === undefined) throw invalid("contacts", "expected at least one contact");
  return all[0];
}

async function sendList(call: Call) {
  const message = part(call.body, "message");
  const title = maybeText(message, "title");
  const words = maybeText(message, "description");
  const content = defined({
    header: words === undefined || title === undefined ? undefined : { type: "text", text: title },
    ...{ body: words ?? title, footer: maybeText(message, "footer"), button_text: text(message, "button") },
    sections: parts(message, "sections").map((section) =>
      defined({
        title: maybeText(section, "title"),
        rows: parts(section, "rows").map(({ rowId, title, description }) =>
          defined({ id: rowId ?? title, title, description: description ?? undefined }),
        ),
      }),
    ),
  });
  return await sendAsked(call, { type: "list", content });
}

async function react(call: Call) {
  const { fromMe, chat, id, participant } = messageNamed(text(call.body, "messageId"));
  const content = {
    message_id: id,
    reaction: maybeText(call.body, "reaction") ?? "",
    from_me: fromMe,
    participant,
  };
  return await sendAsked(call, { type: "reaction", content: defined(content), to: chat });
}

/** The same content to somebody else: nothing on it says that it was forwarded. */
async function forward(call: Call) {
  const channel = await channelOf(call);
  const { id } = messageNamed(text(call.body, "messageId"), maybeText(call.body, "chatId"));
  const { type, content } = await messageOf(call, channel, id);
  const { reply_to: _, mime_type: __, size: ___, sha256: ____, ...rest } = isObject(content) ? content : {};
  return await sendAsked(call, { type: String(type), content: rest }, channel);
}

async function seen(call: Call) {
  const { body } = call;
  const channel = await channelOf(call);
  const chat = text(body, "chatId");
  const given = list(body, "messageIds").length > 0 ? texts(body, "messageIds") : [text(body, "messageId")];
  for (const [nth, one] of given.entries()) {
    const content = { message_id: messageNamed(one, chat).id };
    await send(call, channel, { to: chat, type: "mark_as_read", content, nth });
  }
  return { success: true };
}

function typing(presence: string) {
  return async (call: Call) => {
    await send(call, await channelOf(call), {
      to: text(call.body, "chatId"),
      type: "presence",
      content: { presence },
    });
    return { result: true };
  };
}

const post = (path: string, answer: (call: Call) => Promise<unknown>) =>
  ({ method: "POST", status: 201, path: `/api/${path}`, answer }) as const;
const file = (path: string, answer: (call: Call) => Promise<unknown>) =>
  ({ ...post(path, answer), files: true }) as const;

export const SEND_ROUTES: readonly Route[] = [
  post("sendText", sendText),
  { ...post("reply", sendText), differs: "as `sendText` with `reply_to`" },
  file("sendImage", (call) => sendFile(call, "image")),
  file("sendFile", (call) => sendFile(call, "document")),
  { ...file("sendVideo", (call) => sendFile(call, "video")), differs: "`asNote` goes as an ordinary video" },
  file("sendVoice", (call) => sendFile(call, "audio", { voice: true })),
  file("sendSticker", (call) => sendFile(call, "sticker")),
  post("sendLocation", sendLocation),
  post("sendPoll", sendPoll),
  {
    ...post("sendContactVcard", sendContacts),
    differs: "each card is a message of its own, with its name, number and organisation",
  },
  { ...post("sendList", sendList), differs: "paired numbers send a text with numbered choices" },
  { ...post("forwardMessage", forward), differs: "the content is sent again, without WhatsApp's mark" },
  { ...post("reaction", react), method: "PUT", status: 200 },
  { ...post("sendSeen", seen), differs: "name the messages: `messageIds`" },
  post("startTyping", typing("composing")),
  post("stopTyping", typing("paused")),
];
