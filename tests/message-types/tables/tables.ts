import type { MessageTypeName } from "../../../daemon/message-types/message-type.ts";
import type { Table } from "../table.ts";
import { mediaCarousel } from "./carousels.ts";
import { buttons, ctaUrl, list, poll } from "./choices.ts";
import { audio, document, image, sticker, video } from "./media.ts";
import {
  deleteMessage,
  markAsRead,
  messageMediaDownload,
  messageStatusQuery,
  presence,
  reaction,
} from "./operations.ts";
import { address, contact, location } from "./places.ts";
import { catalog, multiProduct, productCarousel, singleProduct } from "./products.ts";
import { template } from "./template.ts";
import {
  callPermissionRequest,
  editMessage,
  linkTable,
  locationRequest,
  requestContactInfo,
  text,
} from "./words.ts";

/** Facts about each type's content. */
export const TABLES: Record<MessageTypeName, Table> = {
  ...{ text, image, video, audio, document, sticker, template, buttons, list, location, contact, reaction },
  ...{ catalog, poll, address, presence },
  location_request: locationRequest,
  request_contact_info: requestContactInfo,
  call_permission_request: callPermissionRequest,
  mark_as_read: markAsRead,
  cta_url: ctaUrl,
  media_carousel: mediaCarousel,
  product_carousel: productCarousel,
  single_product: singleProduct,
  multi_product: multiProduct,
  link: linkTable,
  edit_message: editMessage,
  delete_message: deleteMessage,
  message_status_query: messageStatusQuery,
  message_media_download: messageMediaDownload,
};
