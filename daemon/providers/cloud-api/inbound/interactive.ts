import { objects } from "../../../lib/objects.ts";
import { type Json, object, present, text } from "./values.ts";

/**
 * An answer to an interactive message. `type` says which; `id`, `title` and
 * `description` are those of the button or row; a form's answer is in
 * `response`. The answer as Meta wrote it stands under the name of its type.
 */
export function readInteractive(body: Json): Json {
  const type = text(body.type);
  if (type === "product" || type === "product_list" || type === "catalog_message") return readProducts(body);
  const reply = object(type === null ? undefined : body[type]);
  const { id, title, description } = reply;
  return { ...body, ...(type === "nfm_reply" ? readForm(reply) : present({ id, title, description })) };
}

/**
 * Products of the business's catalog that somebody sends, since August 2026: `products`, wherever they stand in it, and
 * `body` and `footer` as texts, as in messages with products that the business sends.
 * Source: Meta, webhooks reference, `messages`, interactive messages.
 */
function readProducts(body: Json): Json {
  const holders = [object(body[text(body.type) ?? ""]), object(body.action)];
  const inSections = holders
    .flatMap(({ sections }) => objects(sections))
    .flatMap(({ product_items: items }) => objects(items));
  const listed = [...holders.flatMap(({ products }) => objects(products)), ...inSections];
  const single = holders.filter((holder) => text(holder.product_retailer_id) !== null);
  const catalog_id = holders.map((holder) => text(holder.catalog_id)).find((id) => id !== null);
  const words = { body: text(object(body.body).text), footer: text(object(body.footer).text) };
  return { ...body, ...present({ catalog_id, ...words }), products: listed.length > 0 ? listed : single };
}

/** The answer to a flow or an address message: JSON in a string, written by the form's author. */
function readForm(reply: Json): Json {
  return { ...present({ name: reply.name, body: reply.body }), response: parsed(reply.response_json) };
}

/** Null when it is not JSON. */
function parsed(json: unknown): unknown {
  try {
    return typeof json === "string" ? JSON.parse(json) : (json ?? null);
  } catch {
    return null;
  }
}
