import type { Encoders } from "../../encoders.ts";
import { mediaCarousel, productCarousel } from "./carousels.ts";
import {
  address,
  buttons,
  callPermissionRequest,
  ctaUrl,
  list,
  locationRequest,
  requestContactInfo,
} from "./interactive.ts";
import { audio, document, image, sticker, video } from "./media.ts";
import { catalog, multiProduct, singleProduct } from "./products.ts";
import { contact, location, markAsRead, reaction, template, text } from "./words.ts";

/** The encoders of the Cloud API, by type of message. */
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
  call_permission_request: callPermissionRequest,
  contact,
  reaction,
  mark_as_read: markAsRead,
  cta_url: ctaUrl,
  media_carousel: mediaCarousel,
  product_carousel: productCarousel,
  single_product: singleProduct,
  multi_product: multiProduct,
  catalog,
  link: null,
  poll: null,
  address,
  presence: null,
  edit_message: null,
  delete_message: null,
  message_status_query: null,
  message_media_download: null,
};
