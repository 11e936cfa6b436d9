import { objects } from "../../../lib/objects.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import type { PlacedOrder, ReceivedMedia, ReceivedMessage } from "../../inbound.ts";
import { readInteractive } from "./interactive.ts";
import { readMedia } from "./media.ts";
import { type Json, object, present, text } from "./values.ts";

type Part = Pick<ReceivedMessage, "type" | "content" | "media" | "order">;
type Kind = (body: unknown) => Partial<Part> & Pick<Part, "type" | "content">;

const media =
  (kind: ReceivedMedia["kind"]): Kind =>
  (body) => ({ type: kind, ...readMedia(kind, object(body)) });

/** How each of Meta's message types is read. Where we have a type of that name, the content has its form. */
const KINDS: Record<string, Kind> = {
  text: (body) => ({ type: "text", content: { ...object(body), body: object(body).body ?? "" } }),
  image: media("image"),
  video: media("video"),
  audio: media("audio"),
  document: media("document"),
  sticker: media("sticker"),
  location: (body) => ({ type: "location", content: object(body) }),
  contacts: readContacts,
  interactive: (body) => ({ type: "interactive", content: readInteractive(object(body)) }),
  button: readButton,
  reaction: readReaction,
  order: readOrder,
  unsupported: (body) => ({ type: "unsupported", content: object(body) }),
};

export const READ_TYPES: readonly string[] = Object.keys(KINDS);

/**
 * Type and whole content of a message, whichever kind it is. What Meta adds to
 * any kind stays as it is: `context`, `referral`, `errors`, `group_id`.
 * A type that is not known is kept as `unsupported`.
 */
export function readContent(type: string, message: Json): Part {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const read = kind?.(message[type]) ?? unknownKind(type, message[type]);
  const quoted = text(object(message.context).id);
  const common = present({
    reply_to: quoted === null ? null : { id: quoted },
    context: message.context,
    referral: message.referral,
    errors: message.errors,
    group_id: message.group_id,
  });
  return { media: null, order: null, ...read, content: { ...read.content, ...common } };
}

/** Our type `contact` holds one person; all that came are in `contacts`. */
function readContacts(body: unknown): ReturnType<Kind> {
  const contacts = objects(body);
  const first = contacts[0] ?? {};
  const phone = objects(first.phones)[0] ?? {};
  const named = present({
    full_name: text(object(first.name).formatted_name),
    phone: reportedDigits(phone.wa_id) ?? reportedDigits(phone.phone),
    organization: text(object(first.org).company),
  });
  return { type: "contact", content: { ...named, contacts } };
}

/** A tap on a quick reply of a template. */
function readButton(body: unknown): ReturnType<Kind> {
  const button = object(body);
  const content = { type: "template_button_reply", ...present({ id: button.payload, title: button.text }) };
  return { type: "interactive", content: { ...content, button } };
}

/** An emoji, or the empty string when the reaction was taken back. */
function readReaction(body: unknown): ReturnType<Kind> {
  const { message_id, emoji } = object(body);
  return { type: "reaction", content: { ...present({ message_id }), reaction: text(emoji) ?? "" } };
}

function readOrder(body: unknown): ReturnType<Kind> {
  const content = object(body);
  const order: PlacedOrder = {
    catalogId: text(content.catalog_id),
    note: text(content.text) ?? "",
    items: objects(content.product_items),
  };
  return { type: "order", content, order };
}

function unknownKind(type: string, body: unknown): ReturnType<Kind> {
  return { type: "unsupported", content: { provider_type: type, ...present({ [type]: body }) } };
}
