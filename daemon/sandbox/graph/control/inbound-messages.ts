import type { Phone } from "../accounts/phone.ts";
import { replyOf } from "../calls/permissions.ts";
import type { MediaKind } from "../media/limits.ts";
import type { InboundMessage } from "../webhooks/body.ts";
import { sharedContact } from "../webhooks/shared-contact.ts";
import type { World } from "../world.ts";
import { inboundFile } from "./inbound-files.ts";

type Content = Record<string, unknown>;
type Maker = (content: Content, world: World, phone: Phone, from: string) => InboundMessage;

const under =
  (type: string, defaults: Content): Maker =>
  (content) => ({ type, [type]: { ...defaults, ...content } });

const reply =
  (type: string, defaults: Content): Maker =>
  (content) => ({ type: "interactive", interactive: { type, [type]: { ...defaults, ...content } } });

/** Kinds of messages that people send, each with what its content is when little or nothing is given. */
const KINDS: Record<string, Maker> = {
  text: under("text", { body: "Hello" }),
  image: file("image"),
  video: file("video"),
  audio: file("audio"),
  document: file("document"),
  sticker: file("sticker"),
  location: under("location", { latitude: 37.44221, longitude: -122.16165, name: "Philz Coffee" }),
  contacts: (content) => ({
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: "Ada Lovelace", first_name: "Ada" },
        phones: [{ phone: "+1 650-555-1234", wa_id: "16505551234", type: "MOBILE" }],
        ...content,
      },
    ],
  }),
  contact_request: (content, _world, _phone, from) => sharedContact(from, content),
  user_id: (content, _world, _phone, from) => ({
    type: "system",
    system: {
      type: "user_changed_user_id",
      body: "User changed their user ID",
      previous_user_id: from,
      ...content,
    },
  }),
  press: ({ message_id, title }, { messageLog }, { digits }) => {
    const pressed = messageLog.find(String(message_id))?.buttons.find((button) => button.title === title);
    const interactive = { type: "button_reply", button_reply: pressed };
    return { type: "interactive", interactive, context: { from: digits, id: message_id } };
  },
  button_reply: reply("button_reply", { id: "yes", title: "Yes" }),
  list_reply: reply("list_reply", { id: "first", title: "First" }),
  nfm_reply: reply("nfm_reply", { name: "flow", body: "Sent", response_json: "{}" }),
  call_permission_reply: (content, world, phone, from) => {
    const reply = replyOf(content, world.clock.now());
    world.callPermissions.answer(phone.id, from, reply);
    return {
      type: "interactive",
      interactive: { type: "call_permission_reply", call_permission_reply: reply },
    };
  },
  product: reply("product", { catalog_id: "194836987003835", product_retailer_id: "sku-1" }),
  button: under("button", { payload: "STOP", text: "Stop" }),
  reaction: under("reaction", { message_id: "wamid.unknown", emoji: "👍" }),
  order: under("order", {
    catalog_id: "194836987003835",
    text: "",
    product_items: [{ product_retailer_id: "sku-1", quantity: 1, item_price: 25, currency: "USD" }],
  }),
  system: (content) => ({
    type: "system",
    system: { type: "user_changed_number", body: "User changed their number", ...content },
  }),
  edit: (content) => {
    const { message_id, ...message } = content;
    return { type: "edit", edit: { original_message_id: message_id, message: { type: "text", ...message } } };
  },
  revoke: ({ message_id }) => ({ type: "revoke", revoke: { original_message_id: message_id } }),
  unsupported: () => ({
    type: "unsupported",
    errors: [
      {
        code: 131051,
        title: "Message type unknown",
        message: "Message type unknown",
        error_data: { details: "Message type is currently not supported." },
      },
    ],
  }),
  request_welcome: () => ({ type: "request_welcome" }),
};

export const MESSAGE_KINDS: readonly string[] = Object.keys(KINDS);

/** A message of a kind, in Meta's form, without sender, id and time. Undefined when there is no such kind. */
export function inboundMessage(
  kind: string,
  content: Content,
  world: World,
  phone: Phone,
  from: string,
): InboundMessage | undefined {
  const maker = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (maker === undefined) return undefined;
  const { context, referral, ...own } = content;
  return {
    ...maker(own, world, phone, from),
    ...(context === undefined ? {} : { context }),
    ...(referral === undefined ? {} : { referral }),
  };
}

/** A message with a file, whose bytes the sandbox serves like any other media. */
function file(kind: MediaKind): Maker {
  return (content, world, phone) => {
    const { base64, mime_type, ...rest } = content;
    const made = world.media.add({ phoneId: phone.id, kind, ...inboundFile(kind, { base64, mime_type }) });
    const sha256 = Buffer.from(made.sha256, "hex").toString("base64");
    return { type: kind, [kind]: { ...rest, id: made.id, mime_type: made.mimeType, sha256 } };
  };
}
