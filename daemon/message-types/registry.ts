import type { Static } from "../lib/typebox.ts";
import { address } from "./interactive/address.ts";
import { buttons } from "./interactive/buttons.ts";
import { callPermissionRequest } from "./interactive/call-permission-request.ts";
import { ctaUrl } from "./interactive/cta-url.ts";
import { list } from "./interactive/list.ts";
import { locationRequest } from "./interactive/location-request.ts";
import { mediaCarousel } from "./interactive/media-carousel.ts";
import { requestContactInfo } from "./interactive/request-contact-info.ts";
import { audio } from "./media/audio.ts";
import { document } from "./media/document.ts";
import { image } from "./media/image.ts";
import { sticker } from "./media/sticker.ts";
import { video } from "./media/video.ts";
import type { MessageType, MessageTypeName } from "./message-type.ts";
import { deleteMessage } from "./operations/delete-message.ts";
import { editMessage } from "./operations/edit-message.ts";
import { markAsRead } from "./operations/mark-as-read.ts";
import { messageMediaDownload } from "./operations/message-media-download.ts";
import { messageStatusQuery } from "./operations/message-status-query.ts";
import { presence } from "./operations/presence.ts";
import { reaction } from "./operations/reaction.ts";
import { catalog } from "./products/catalog.ts";
import { multiProduct } from "./products/multi-product.ts";
import { productCarousel } from "./products/product-carousel.ts";
import { singleProduct } from "./products/single-product.ts";
import { template } from "./template/template.ts";
import { contact } from "./words/contact.ts";
import { link } from "./words/link.ts";
import { location } from "./words/location.ts";
import { poll } from "./words/poll.ts";
import { text } from "./words/text.ts";

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
  request_contact_info: requestContactInfo,
  call_permission_request: callPermissionRequest,
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
