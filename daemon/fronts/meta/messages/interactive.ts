import { problem } from "../../../http/problem.ts";
import { isObject, objects } from "../../../lib/objects.ts";
import type { MessageTypeName } from "../../../message-types/message-type.ts";
import { fileOf } from "./files.ts";
import { named, type Part, type Translated } from "./translated.ts";

/** The action of an interactive message, as our type has it. */
type Kind = { type: MessageTypeName; content: (action: Part, parameters: Part) => Part };

const asked = (type: MessageTypeName): Kind => ({ type, content: () => ({}) });

const KINDS: Readonly<Record<string, Kind>> = {
  button: {
    type: "buttons",
    content: ({ buttons }) => ({ buttons: objects(buttons).map(({ reply }) => reply) }),
  },
  list: { type: "list", content: ({ button, sections }) => ({ button_text: button, sections }) },
  cta_url: { type: "cta_url", content: (_, { display_text, url }) => ({ button_text: display_text, url }) },
  location_request_message: asked("location_request"),
  request_contact_info: asked("request_contact_info"),
  call_permission_request: asked("call_permission_request"),
  address_message: { type: "address", content: (_, parameters) => parameters },
  product: { type: "single_product", content: (action) => action },
  product_list: {
    type: "multi_product",
    content: ({ catalog_id, sections }) => ({ catalog_id, sections: objects(sections).map(sectionOf) }),
  },
  catalog_message: { type: "catalog", content: (_, parameters) => parameters },
};

/** An interactive message: its header, words and footer, and what its kind asks for. */
export function interactive(part: Part): Translated {
  const { type, header, body, footer } = part;
  const action = isObject(part.action) ? part.action : {};
  const parts = { header: headerOf(header), body: textOf(body), footer: textOf(footer) };
  if (type === "carousel") return carousel(action, parts);
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined)
    throw problem(
      422,
      "unsupported_on_platform",
      `there is no interactive message of type ${named(type)} here; a flow can be sent by a template`,
    );
  const parameters = isObject(action.parameters) ? action.parameters : {};
  return { type: kind.type, content: { ...parts, ...kind.content(action, parameters) } };
}

function carousel(action: Part, parts: Part): Translated {
  const cards = objects(action.cards);
  const actions = cards.map(({ action }) => (isObject(action) ? action : {}));
  if (cards[0]?.type !== "product")
    return { type: "media_carousel", content: { ...parts, cards: cards.map(cardOf) } };
  const catalog_id = actions[0]?.catalog_id;
  const products = actions.map(({ product_retailer_id }) => ({ product_retailer_id }));
  return { type: "product_carousel", content: { ...parts, catalog_id, products } };
}

function cardOf({ header, body, action }: Part): Part {
  const { type, ...file } = headerOf(header) ?? {};
  const { buttons, parameters } = isObject(action) ? action : {};
  const button = isObject(parameters) ? { title: parameters.display_text, url: parameters.url } : undefined;
  return {
    media_type: type,
    ...file,
    body: textOf(body),
    url_button: button,
    buttons: buttons === undefined ? undefined : objects(buttons).map((one) => one.quick_reply ?? one.reply),
  };
}

function sectionOf({ product_items, ...section }: Part): Part {
  return { ...section, products: product_items };
}

/** A header of words stays as it is; one with a file names it by address or id. */
function headerOf(header: unknown): Part | undefined {
  if (!isObject(header)) return undefined;
  const file = header[String(header.type)];
  return isObject(file) ? { type: header.type, ...fileOf(file) } : header;
}

function textOf(part: unknown): unknown {
  return isObject(part) ? part.text : part;
}
