import type { proto } from "baileys";
import { type Json, object, present, text } from "../../cloud-api/inbound/values.ts";
import { businessIn, shownBusiness } from "./business.ts";
import {
  album,
  cards,
  file,
  form,
  interactive,
  type Kind,
  order,
  type Part,
  pin,
  place,
  poll,
} from "./kinds.ts";
import { readEntryPoint, readReferral } from "./referral.ts";
import { readableIn } from "./unknown/readable.ts";
import { usefulIn } from "./unknown/useful.ts";

type KindName = keyof proto.IMessage & string;

/**
 * How each kind of WhatsApp's messages is read. Where we have a type of that
 * name the content has its form, as with official numbers.
 */
const KINDS: { [Name in KindName]?: Kind } = {
  conversation: ({ conversation }) => ({ type: "text", content: { body: conversation ?? "" } }),
  extendedTextMessage: ({ extendedTextMessage }) => ({
    type: "text",
    content: { body: extendedTextMessage?.text ?? "" },
  }),
  imageMessage: ({ imageMessage }) => file("image", imageMessage),
  videoMessage: ({ videoMessage }) =>
    file("video", videoMessage, { animated: videoMessage?.gifPlayback || undefined }),
  ptvMessage: ({ ptvMessage }) => file("video", ptvMessage, { round: true }),
  audioMessage: ({ audioMessage }) => file("audio", audioMessage, { voice: audioMessage?.ptt === true }),
  documentMessage: ({ documentMessage }) => file("document", documentMessage),
  stickerMessage: ({ stickerMessage }) =>
    file("sticker", stickerMessage, { animated: stickerMessage?.isAnimated === true }),
  locationMessage: ({ locationMessage }) => place(locationMessage),
  liveLocationMessage: ({ liveLocationMessage }) => place(liveLocationMessage, { live: true }),
  contactMessage: ({ contactMessage }) => cards([contactMessage ?? {}]),
  contactsArrayMessage: ({ contactsArrayMessage }) => cards(contactsArrayMessage?.contacts ?? []),
  buttonsResponseMessage: ({ buttonsResponseMessage }) =>
    interactive("button_reply", {
      id: buttonsResponseMessage?.selectedButtonId,
      title: buttonsResponseMessage?.selectedDisplayText,
    }),
  templateButtonReplyMessage: ({ templateButtonReplyMessage }) =>
    interactive("template_button_reply", {
      id: templateButtonReplyMessage?.selectedId,
      title: templateButtonReplyMessage?.selectedDisplayText,
    }),
  listResponseMessage: ({ listResponseMessage }) =>
    interactive("list_reply", {
      id: listResponseMessage?.singleSelectReply?.selectedRowId,
      title: listResponseMessage?.title,
      description: listResponseMessage?.description,
    }),
  interactiveResponseMessage: ({ interactiveResponseMessage }) => form(interactiveResponseMessage ?? {}),
  reactionMessage: ({ reactionMessage }) => ({
    type: "reaction",
    content: { ...present({ message_id: reactionMessage?.key?.id }), reaction: reactionMessage?.text ?? "" },
  }),
  pollCreationMessage: ({ pollCreationMessage }) => poll(pollCreationMessage),
  pollCreationMessageV2: ({ pollCreationMessageV2 }) => poll(pollCreationMessageV2),
  pollCreationMessageV3: ({ pollCreationMessageV3 }) => poll(pollCreationMessageV3),
  pollCreationMessageV5: ({ pollCreationMessageV5 }) => poll(pollCreationMessageV5),
  pollUpdateMessage: ({ pollUpdateMessage }) => ({
    type: "poll_vote",
    content: present({ message_id: pollUpdateMessage?.pollCreationMessageKey?.id }),
  }),
  orderMessage: ({ orderMessage }) => order(orderMessage ?? {}),
  interactiveMessage: business,
  listMessage: business,
  buttonsMessage: business,
  templateMessage: business,
  highlyStructuredMessage: business,
  albumMessage: ({ albumMessage }) => album(albumMessage ?? {}),
  pinInChatMessage: ({ pinInChatMessage }) => pin(pinInChatMessage ?? {}),
  encEventResponseMessage: ({ encEventResponseMessage }) => ({
    type: "event_response",
    content: present({ message_id: encEventResponseMessage?.eventCreationMessageKey?.id }),
  }),
};

/** A business's message with buttons is stored as text, or as the file that it begins with. */
function business(message: proto.IMessage): ReturnType<Kind> {
  const found = businessIn(message);
  const shown = found === null ? {} : shownBusiness(found);
  const { imageMessage, videoMessage, documentMessage } = found?.header ?? {};
  const { body, ...more } = shown;
  const captioned = { ...more, ...present({ caption: body }) };
  if (imageMessage) return file("image", imageMessage, captioned);
  if (videoMessage) return file("video", videoMessage, captioned);
  if (documentMessage) return file("document", documentMessage, captioned);
  return { type: "text", content: { ...shown, body: body ?? more.title ?? "" } };
}

/** Kinds that belong to others or carry no message. A sealed message here is one that could not be opened. */
const BESIDE: readonly KindName[] = [
  "senderKeyDistributionMessage",
  "protocolMessage",
  "keepInChatMessage",
  "placeholderMessage",
  // Baileys makes one of each call in a group; receive/happened/calls.ts reads calls
  "call",
  "messageHistoryNotice",
  "messageHistoryBundle",
  "stickerSyncRmrMessage",
  "secretEncryptedMessage",
  "encReactionMessage",
];

/**
 * Type and content of a message, whichever kind it is; what is not known is
 * kept as `unsupported`. Null when there is no message in it. `message` is
 * without the wrappers of disappearing and view-once messages.
 */
export function readContent(message: proto.IMessage): Part | null {
  const names = Object.keys(message).filter((name) => {
    const value: unknown = Reflect.get(message, name);
    return name !== "messageContextInfo" && value !== null && value !== undefined;
  });
  const name = names.find((one) => Object.hasOwn(KINDS, one)) ?? names.find(isShown);
  if (name === undefined) return names.length === 0 ? UNKNOWN : null;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name as KindName] : undefined;
  const read = kind?.(message) ?? unknown(name, message);
  const part: Part = { media: null, order: null, ...read };
  return { ...part, content: { ...part.content, ...contextOf(Reflect.get(message, name)) } };
}

/** A kind without a type of ours keeps what a person can read in it, and what one needs to work with it. */
function unknown(name: string, message: proto.IMessage): ReturnType<Kind> {
  const text = readableIn(Reflect.get(message, name));
  return {
    type: "unsupported",
    content: present({ provider_type: name, text: text || null, ...usefulIn(name, message) }),
  };
}

/** A message of a kind that came after this version of the protocol has nothing in it that is known. */
const UNKNOWN: Part = {
  type: "unsupported",
  content: { provider_type: "unknown" },
  media: null,
  order: null,
};

function isShown(name: string): boolean {
  return !BESIDE.some((one) => one === name);
}

/** Those whom a message mentions, as WhatsApp names them; null when it mentions nobody. */
function mentionedIn({ mentionedJid }: Json): string[] | null {
  const named = Array.isArray(mentionedJid) ? mentionedJid.filter((one) => typeof one === "string") : [];
  return named.length === 0 ? null : named;
}

/**
 * The context of any kind: the message it answers, whom it mentions, whether it was forwarded, and where the person
 * came from.
 */
function contextOf(body: unknown): Json {
  const info = object(object(body).contextInfo);
  const quoted = text(info.stanzaId) || null;
  const forwarded = info.isForwarded === true ? true : null;
  const context = present({ id: quoted, forwarded, entry_point: readEntryPoint(info) });
  return present({
    mentions: mentionedIn(info),
    reply_to: quoted === null ? null : { id: quoted },
    context: Object.keys(context).length === 0 ? null : context,
    referral: readReferral(info),
  });
}
