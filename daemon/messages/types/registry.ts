import type { Static } from "@sinclair/typebox";
import { address } from "./address.ts";
import { audio } from "./audio.ts";
import { buttons } from "./buttons.ts";
import { catalog } from "./catalog.ts";
import { contact } from "./contact.ts";
import { ctaUrl } from "./cta-url.ts";
import { deleteMessage } from "./delete-message.ts";
import { document } from "./document.ts";
import { editMessage } from "./edit-message.ts";
import { image } from "./image.ts";
import { link } from "./link.ts";
import { list } from "./list.ts";
import { location } from "./location.ts";
import { locationRequest } from "./location-request.ts";
import { markAsRead } from "./mark-as-read.ts";
import { mediaCarousel } from "./media-carousel.ts";
import { messageMediaDownload } from "./message-media-download.ts";
import { messageStatusQuery } from "./message-status-query.ts";
import type { MessageType, MessageTypeName } from "./message-type.ts";
import { multiProduct } from "./multi-product.ts";
import { poll } from "./poll.ts";
import { presence } from "./presence.ts";
import { productCarousel } from "./product-carousel.ts";
import { reaction } from "./reaction.ts";
import { singleProduct } from "./single-product.ts";
import { sticker } from "./sticker.ts";
import { template } from "./template.ts";
import { text } from "./text.ts";
import { video } from "./video.ts";

/** Every message type there is: one file and one line each. */
const REGISTRY = {
  text,
  image,
  video,
  audio,
  document,
  sticker,
  template,
  buttons,
  list,
  location,
  location_request: locationRequest,
  contact,
  reaction,
  mark_as_read: markAsRead,
  cta_url: ctaUrl,
  media_carousel: mediaCarousel,
  product_carousel: productCarousel,
  single_product: singleProduct,
  multi_product: multiProduct,
  catalog,
  link,
  poll,
  address,
  presence,
  edit_message: editMessage,
  delete_message: deleteMessage,
  message_status_query: messageStatusQuery,
  message_media_download: messageMediaDownload,
} satisfies Record<MessageTypeName, unknown>;

/** The canonical content of each type. */
export type Contents = { [Name in MessageTypeName]: Static<(typeof REGISTRY)[Name]["schema"]> };

/** The definition of a type, or null when there is none of that name. */
export function findMessageType(name: string): MessageType | null {
  return Object.hasOwn(REGISTRY, name)
    ? ((REGISTRY as unknown as Record<string, MessageType>)[name] ?? null)
    : null;
}

/** Every defined type, in the order of the specification. */
export function messageTypes(): MessageType[] {
  return Object.values(REGISTRY) as unknown as MessageType[];
}
