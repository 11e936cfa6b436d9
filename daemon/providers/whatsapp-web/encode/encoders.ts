import type { Encoders } from "../../encoders.ts";
import { mediaCarousel, productCarousel } from "./carousels.ts";
import { address, buttons, ctaUrl, list, locationRequest, requestContactInfo } from "./interactive.ts";
import { audio, document, image, sticker, video } from "./media.ts";
import {
  deleteMessage,
  editMessage,
  markAsRead,
  messageMediaDownload,
  messageStatusQuery,
  presence,
  reaction,
} from "./operations.ts";
import { catalog, multiProduct, singleProduct } from "./products.ts";
import { template } from "./template.ts";
import { contact, link, location, poll, text } from "./words.ts";

/** The encoders of a paired number, by type of message. */
export const ENCODERS: Encoders = {
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
  request_contact_info: requestContactInfo,
  call_permission_request: null,
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
};
