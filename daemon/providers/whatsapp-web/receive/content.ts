import type { proto } from "baileys";
import { type Json, object, objects, present, text } from "../../cloud-api/inbound/values.ts";
import type { PlacedOrder, ReceivedMedia, ReceivedMessage } from "../../inbound.ts";
import { readEntryPoint, readReferral } from "./referral.ts";

export type Part = Pick<ReceivedMessage, "type" | "content" | "media" | "order">;
type Kind = (message: proto.IMessage) => Partial<Part> & Pick<Part, "type" | "content">;
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
  audioMessage: ({ audioMessage }) =>
    file("audio", audioMessage, { voice: audioMessage?.ptt === true, seconds: audioMessage?.seconds }),
  documentMessage: ({ documentMessage }) => file("document", documentMessage),
  stickerMessage: ({ stickerMessage }) =>
    file("sticker", stickerMessage, { animated: stickerMessage?.isAnimated === true }),
  locationMessage: ({ locationMessage }) => place(locationMessage),
  liveLocationMessage: ({ liveLocationMessage }) => place(liveLocationMessage, { live: true }),
  contactMessage: ({ contactMessage }) => cards([contactMessage ?? {}]),
  contactsArrayMessage: ({ contactsArrayMessage }) => cards(contactsArrayMessage?.contacts ?? []),
  buttonsResponseMessage: ({ buttonsResponseMessage }) =>
    answer("button_reply", {
      id: buttonsResponseMessage?.selectedButtonId,
      title: buttonsResponseMessage?.selectedDisplayText,
    }),
  templateButtonReplyMessage: ({ templateButtonReplyMessage }) =>
    answer("template_button_reply", {
      id: templateButtonReplyMessage?.selectedId,
      title: templateButtonReplyMessage?.selectedDisplayText,
    }),
  listResponseMessage: ({ listResponseMessage }) =>
    answer("list_reply", {
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
  pollUpdateMessage: ({ pollUpdateMessage }) => ({
    type: "poll_vote",
    content: present({ message_id: pollUpdateMessage?.pollCreationMessageKey?.id }),
  }),
  orderMessage: ({ orderMessage }) => order(orderMessage ?? {}),
  // what businesses send with buttons is text to us
  interactiveMessage: ({ interactiveMessage }) => words(interactiveMessage?.body?.text),
  listMessage: ({ listMessage }) => words(listMessage?.description ?? listMessage?.title),
};

/** Kinds that belong to others or carry no message: machinery, and the announcement of pictures that follow. */
const BESIDE: readonly KindName[] = [
  "senderKeyDistributionMessage",
  "protocolMessage",
  "albumMessage",
  "pinInChatMessage",
  "keepInChatMessage",
  "placeholderMessage",
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
  const read = kind?.(message) ?? { type: "unsupported", content: { provider_type: name } };
  const part: Part = { media: null, order: null, ...read };
  return { ...part, content: { ...part.content, ...contextOf(Reflect.get(message, name)) } };
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

/** What any kind may have: the message it answers, whether it was forwarded, and where the person came from. */
function contextOf(body: unknown): Json {
  const info = object(object(body).contextInfo);
  const quoted = text(info.stanzaId) || null;
  const forwarded = info.isForwarded === true ? true : null;
  const context = present({ id: quoted, forwarded, entry_point: readEntryPoint(info) });
  return present({
    reply_to: quoted === null ? null : { id: quoted },
    context: Object.keys(context).length === 0 ? null : context,
    referral: readReferral(info),
  });
}

function words(text: string | null | undefined): ReturnType<Kind> {
  return { type: "text", content: { body: text ?? "" } };
}

type FileBody = {
  mimetype?: string | null;
  caption?: string | null;
  fileName?: string | null;
  fileSha256?: Uint8Array | null;
};

/** The file itself is fetched later, by the id of its message, which is filled in there. */
function file(
  kind: ReceivedMedia["kind"],
  body: FileBody | null | undefined,
  more: Json = {},
): ReturnType<Kind> {
  const { mimetype, caption, fileName, fileSha256 } = body ?? {};
  const named = fileName || null;
  const content = present({ caption: caption || null, mime_type: mimetype, file_name: named, ...more });
  const sha256 = fileSha256?.length === 32 ? Buffer.from(fileSha256).toString("hex") : null;
  const media = { providerMediaId: "", kind, mimeType: mimetype ?? null, fileName: named, sha256 };
  return { type: kind, content, media };
}

type Place = {
  degreesLatitude?: number | null;
  degreesLongitude?: number | null;
  name?: string | null;
  address?: string | null;
  url?: string | null;
  caption?: string | null;
};

function place(body: Place | null | undefined, more: Json = {}): ReturnType<Kind> {
  const { degreesLatitude, degreesLongitude, name, address, url, caption } = body ?? {};
  const words = { name: name || null, address: address || null, url: url || null, caption: caption || null };
  const content = {
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    ...present(words),
    ...more,
  };
  return { type: "location", content };
}

type Card = { displayName?: string | null; vcard?: string | null };

/** Our type `contact` holds one person; all that came are in `contacts`. */
function cards(given: readonly Card[]): ReturnType<Kind> {
  const contacts = given.map(({ displayName, vcard }) => {
    const phones = phonesOf(vcard ?? "");
    return { name: { formatted_name: displayName ?? "" }, phones, vcard: vcard ?? "" };
  });
  const [first] = contacts;
  const phone = objects(first?.phones)[0] ?? {};
  const organization = /^ORG[^:\r\n]*:([^\r\n]*)/im.exec(first?.vcard ?? "")?.[1]?.replace(/;.*$/, "");
  const named = present({
    full_name: first?.name.formatted_name,
    phone: phone.wa_id ?? phone.phone,
    organization: organization || null,
  });
  return { type: "contact", content: { ...named, contacts } };
}

/** The numbers of a card; `waid` is WhatsApp's own parameter. */
function phonesOf(vcard: string): Json[] {
  return [...vcard.matchAll(/^(?:[\w-]+\.)?TEL([^:\r\n]*):([^\r\n]*)/gim)].map(
    ([, parameters = "", number = ""]) => {
      const waId = /waid=([0-9]+)/i.exec(parameters)?.[1];
      return present({ phone: number.trim(), wa_id: waId });
    },
  );
}

function answer(type: string, given: Json): ReturnType<Kind> {
  const chosen = present(given);
  return { type: "interactive", content: { type, ...chosen, [type]: chosen } };
}

/** The answer to a form or a native button: JSON in a string, written by whoever made it. */
function form({
  nativeFlowResponseMessage,
  body,
}: proto.Message.IInteractiveResponseMessage): ReturnType<Kind> {
  const response = parsed(nativeFlowResponseMessage?.paramsJson);
  const { id } = object(response);
  const content = { name: nativeFlowResponseMessage?.name, body: body?.text, id };
  return { type: "interactive", content: { type: "nfm_reply", ...present(content), response } };
}

/** Answers are a few levels deep; what is nested far deeper is only there to exhaust who reads it. */
const DEEPEST = 32;

function parsed(json: string | null | undefined): unknown {
  try {
    const value: unknown = JSON.parse(json ?? "null");
    return isDeeperThan(DEEPEST, value) ? null : value;
  } catch {
    return null;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function poll(body: proto.Message.IPollCreationMessage | null | undefined): ReturnType<Kind> {
  const options = (body?.options ?? []).map(({ optionName }) => optionName ?? "");
  const content = {
    question: body?.name ?? "",
    options,
    selectable_count: body?.selectableOptionsCount ?? 0,
  };
  return { type: "poll", content };
}

function order({ orderId, message, itemCount, token }: proto.Message.IOrderMessage): ReturnType<Kind> {
  const placed: PlacedOrder = { catalogId: null, note: message ?? "", items: [] };
  const content = present({ order_id: orderId, text: message, item_count: itemCount });
  return { type: "order", content: { ...content, has_details: typeof token === "string" }, order: placed };
}
