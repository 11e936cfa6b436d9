/**
 * What messages and statuses of Meta's webhooks are known to hold, read here or left alone on purpose.
 * Source: Meta, WhatsApp Business Platform, webhooks reference, `messages`.
 */
import { KNOWN_CODES } from "../errors.ts";
import { READ_TYPES } from "../inbound/content.ts";

const FILE = "{id mime_type sha256 url caption filename voice animated}";
const FILES = ["image", "video", "audio", "document", "sticker"].map((kind) => `${kind}${FILE}`).join(" ");

export const ERRORS = `errors{code(${KNOWN_CODES.join(" ")}) title message error_data{details messaging_product} href}`;

export const METADATA = "messaging_product metadata{display_phone_number phone_number_id}";

export const CONTACTS =
  "contacts{profile{name username country_code} wa_id user_id parent_user_id identity_key_hash input}";

const CARDS = `contacts{
  name{formatted_name first_name last_name middle_name suffix prefix}
  phones{phone wa_id user_id type} emails{email type} urls{url type} org{company department title}
  addresses{street city state zip country country_code type} birthday vcard origin(contact_request other)
}`;

const ANSWERS = `interactive{
  type(button_reply list_reply nfm_reply call_permission_reply product product_list catalog_message)
  button_reply{id title} list_reply{id title description} nfm_reply{name body response_json}
  product* product_list* catalog_message* action* body{text} header* footer{text}
  call_permission_reply{response expiration_timestamp response_source is_permanent}
}`;

const SYSTEM = `system{
  type(user_changed_number user_changed_user_id customer_changed_number customer_identity_changed)
  body wa_id new_wa_id identity customer
  user_id parent_user_id previous_user_id previous_parent_user_id
}`;

const CONTEXT = `context{
  id from from_user_id user_id group_id forwarded frequently_forwarded
  referred_product{catalog_id product_retailer_id}
}`;

const REFERRAL = `referral{
  source_url source_id source_type headline body ref media_type image_url video_url thumbnail_url ctwa_clid
  image{id} video{id} welcome_message{text}
}`;

const CONTENT = `
  text{body preview_url} ${FILES} location{latitude longitude name address url} ${CARDS}
  button{payload text} reaction{message_id emoji} unsupported{type}
  order{catalog_id text product_items{product_retailer_id quantity item_price currency}}
  request_welcome* ${ERRORS} ${CONTEXT} ${REFERRAL} group_id
`;

const TYPES = [...READ_TYPES, "system", "edit", "revoke", "request_welcome"].join(" ");

/** A message as a person wrote it. */
export const MESSAGE = `
  id timestamp type(${TYPES}) from from_user_id from_parent_user_id to to_user_id to_parent_user_id
  identity{acknowledged created_timestamp hash} history_context{status from_me} ${CONTENT} ${ANSWERS} ${SYSTEM}
  edit{original_message_id message{type(${TYPES}) ${CONTENT}}} revoke{original_message_id}
`;

/** A message as the business wrote it on its phone: any that an app can write. */
export const ECHO = `
  ${MESSAGE.replace(ANSWERS, "interactive* template*")}
`;

/** A message of a chat of before: of files, first that there is one, and later which. */
export const PAST = ECHO.replace("edit revoke", "media_placeholder edit revoke");

export const STATUSES = `statuses{
  id status(sent delivered read played failed) timestamp type
  recipient_id recipient_user_id recipient_parent_user_id parent_user_id recipient_type group_id
  recipient_participant_id recipient_participant_user_id profile{username}
  biz_opaque_callback_data conversation{id expiration_timestamp origin{type}}
  pricing{billable pricing_model category type} ${ERRORS}
}`;
