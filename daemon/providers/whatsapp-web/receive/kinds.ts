import type { proto } from "baileys";
import { objects } from "../../../lib/objects.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import { type Json, object, present } from "../../cloud-api/inbound/values.ts";
import type { PlacedOrder, ReceivedMedia, ReceivedMessage } from "../../inbound.ts";
import { type Measured, measuresOf } from "../measures.ts";

export type Part = Pick<ReceivedMessage, "type" | "content" | "media" | "order">;

export type Kind = (message: proto.IMessage) => Partial<Part> & Pick<Part, "type" | "content">;

type FileBody = Measured & {
  mimetype?: string | null;
  caption?: string | null;
  fileName?: string | null;
  fileSha256?: Uint8Array | null;
};

/** The file itself is fetched later, by the id of its message, which is filled in there. */
export function file(
  kind: ReceivedMedia["kind"],
  body: FileBody | null | undefined,
  more: Json = {},
): ReturnType<Kind> {
  const { mimetype, caption, fileName, fileSha256 } = body ?? {};
  const named = fileName || null;
  const content = present({
    caption: caption || null,
    mime_type: mimetype,
    file_name: named,
    ...measuresOf(body ?? {}),
    ...more,
  });
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

export function place(body: Place | null | undefined, more: Json = {}): ReturnType<Kind> {
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
export function cards(given: readonly Card[]): ReturnType<Kind> {
  const contacts = given.map(({ displayName, vcard }) => {
    const phones = phonesOf(vcard ?? "");
    return { name: { formatted_name: displayName ?? "" }, phones, vcard: vcard ?? "" };
  });
  const [first] = contacts;
  const phone = objects(first?.phones)[0] ?? {};
  const organization = /^ORG[^:\r\n]*:([^\r\n]*)/im.exec(first?.vcard ?? "")?.[1]?.replace(/;.*$/, "");
  const named = present({
    full_name: first?.name.formatted_name,
    phone: reportedDigits(phone.wa_id) ?? reportedDigits(phone.phone),
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

export function interactive(type: string, given: Json): ReturnType<Kind> {
  const chosen = present(given);
  return { type: "interactive", content: { type, ...chosen, [type]: chosen } };
}

/** The reply to a form or a native button: JSON in a string, as its sender wrote it. */
export function form({
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

/** Parses JSON that others wrote; null when it is none, or nested too deep. */
export function parsed(json: string | null | undefined): unknown {
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

export function poll(body: proto.Message.IPollCreationMessage | null | undefined): ReturnType<Kind> {
  const options = (body?.options ?? []).map(({ optionName }) => optionName ?? "");
  const content = {
    question: body?.name ?? "",
    options,
    selectable_count: body?.selectableOptionsCount ?? 0,
  };
  return { type: "poll", content };
}

/** Pictures and videos that follow one by one. */
export function album({
  expectedImageCount,
  expectedVideoCount,
}: proto.Message.IAlbumMessage): ReturnType<Kind> {
  return { type: "album", content: { images: expectedImageCount ?? 0, videos: expectedVideoCount ?? 0 } };
}

/** `PinInChatMessage.Type.PIN_FOR_ALL` of WhatsApp's protocol; the other takes it off again. */
const PINNED = 1;

export function pin({ key, type }: proto.Message.IPinInChatMessage): ReturnType<Kind> {
  return { type: "pin", content: { ...present({ message_id: key?.id }), pinned: type === PINNED } };
}

export function order({ orderId, message, itemCount, token }: proto.Message.IOrderMessage): ReturnType<Kind> {
  const placed: PlacedOrder = { catalogId: null, note: message ?? "", items: [] };
  const content = present({ order_id: orderId, text: message, item_count: itemCount });
  return { type: "order", content: { ...content, has_details: typeof token === "string" }, order: placed };
}
