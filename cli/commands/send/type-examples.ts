import type { MessageTypeName } from "../../../daemon/message-types/message-type.ts";
import { own } from "../../lib/settings/settings.ts";

/** A content of every message type, as the shell takes it. */
export const CONTENT_EXAMPLES = {
  text: '{"body":"Your table for two is booked for 19:30."}',
  image: '{"media_url":"https://example.com/receipt.png","caption":"Your receipt"}',
  video: '{"media_url":"https://example.com/tour.mp4","caption":"A walk through the flat"}',
  audio: '{"media_url":"https://example.com/jingle.mp3"}',
  document:
    '{"media_url":"https://example.com/invoices/1042.pdf","file_name":"Invoice 1042.pdf","caption":"Thank you!"}',
  sticker: '{"media_url":"https://example.com/hooray.webp"}',
  template: '{"template":{"name":"hello_world","language":{"code":"en_US"}}}',
  buttons:
    '{"body":"Your appointment is tomorrow at 10:00. Does it still suit you?","buttons":[{"id":"confirm","title":"Yes, as agreed"},{"id":"move","title":"Another time"}],"footer":"Harbour Dental"}',
  list: '{"header":{"type":"text","text":"Delivery"},"body":"When should we bring your order?","button_text":"Choose a time","sections":[{"title":"Today","rows":[{"id":"today-18","title":"18:00 to 20:00","description":"Last tour of the day"}]},{"title":"Tomorrow","rows":[{"id":"tomorrow-10","title":"10:00 to 12:00"},{"id":"tomorrow-14","title":"14:00 to 16:00"}]}]}',
  location:
    '{"name":"Harbour Dental","address":"Pier 4, 20457 Hamburg","latitude":53.5438,"longitude":9.9829}',
  location_request: '{"body":"Where should the driver pick you up?"}',
  contact: '{"full_name":"Ada Lovelace","phone":"14155550123","organization":"Analytical Engines"}',
  reaction: '{"message_id":"wamid.HBgLMTU1NTAwMDAwMDE","reaction":"👍"}',
  mark_as_read: '{"message_id":"wamid.HBgLMTU1NTAwMDAwMDE","typing_indicator":true}',
  cta_url:
    '{"body":"Your parcel left our warehouse this morning.","button_text":"Follow it","url":"https://example.com/parcels/1042","footer":"Arrives on Friday"}',
  media_carousel:
    '{"body":"New in our shop this week:","cards":[{"media_type":"image","media_url":"https://example.com/mug.jpg","body":"Mug, hand-thrown","url_button":{"title":"See the mug","url":"https://example.com/mug"}},{"media_type":"image","media_url":"https://example.com/bowl.jpg","body":"Bowl, glazed blue","url_button":{"title":"See the bowl","url":"https://example.com/bowl"}}]}',
  product_carousel:
    '{"body":"These would go well with your tent:","catalog_id":"194836987003835","products":[{"product_retailer_id":"lamp-07","name":"Lamp","price":"€ 24.90"},{"product_retailer_id":"stove-02","name":"Stove","price":"€ 49.00"}]}',
  single_product:
    '{"catalog_id":"194836987003835","product_retailer_id":"tent-03","body":"Back in stock, as you asked.","product":{"name":"Tent for three","price":"€ 219.00","url":"https://example.com/tent-03"}}',
  multi_product:
    '{"header":{"type":"text","text":"For your trip"},"body":"What others took along:","catalog_id":"194836987003835","sections":[{"title":"Sleeping","products":[{"product_retailer_id":"tent-03","name":"Tent for three"}]},{"title":"Cooking","products":[{"product_retailer_id":"stove-02"},{"product_retailer_id":"pot-11"}]}]}',
  catalog:
    '{"body":"Have a look around our shop.","footer":"Free delivery from € 50","thumbnail_product_retailer_id":"tent-03"}',
  link: '{"url":"https://example.com/opening","body":"You are invited!","title":"Opening on Friday","description":"Music, cake and the new workshop"}',
  poll: '{"question":"When shall we meet?","options":["Monday","Tuesday","Friday"],"selectable_count":2}',
  address: '{"body":"Where should we send your order?","country":"IN"}',
  presence: '{"presence":"composing","duration_ms":4000}',
  edit_message: '{"message_id":"3EB0C431C26A1916E07E","body":"We open at 9:30, not at 9:00."}',
  delete_message: '{"message_id":"3EB0C431C26A1916E07E"}',
  message_status_query: '{"message_id":"3EB0C431C26A1916E07E"}',
  message_media_download: '{"message_id":"3EB0C431C26A1916E07E"}',
  request_contact_info: '{"body":"May we call you about your order? Please share your number."}',
  call_permission_request: '{"body":"May we call you about your order?"}',
} satisfies Record<MessageTypeName, string>;

/** Advice for a type without its content: an example of it, or the list of types. */
export function typeHint(type: string): string {
  const example = own(CONTENT_EXAMPLES, type);
  if (example !== undefined) return `For example: --type ${type} --content '${example}'`;
  return `The types are ${Object.keys(CONTENT_EXAMPLES).join(", ")}.`;
}
