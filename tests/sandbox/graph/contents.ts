import type { Json } from "./support.ts";

/** Contents of messages, valid unless their name says otherwise. */
export const link = "https://example.com/file";
export const interactive = (content: Json): Json => ({ type: "interactive", interactive: content });
export const body = { text: "Choose" };
export const reply = (id: string, title = id) => ({ type: "reply", reply: { id, title } });
export const buttons = (list: Json[], more: Json = {}) =>
  interactive({ type: "button", body, action: { buttons: list }, ...more });
export const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `${from + index}`, title: `Row ${from + index}` }));
export const list = (sections: Json[], more: Json = {}) =>
  interactive({ type: "list", body, action: { button: "Open", sections }, ...more });
export const cta = (parameters: Json) =>
  interactive({ type: "cta_url", body, action: { name: "cta_url", parameters } });
export const address = (country: string) =>
  interactive({
    type: "address_message",
    body,
    action: { name: "address_message", parameters: { country } },
  });
export const products = (count: number) => rows(count).map(({ id }) => ({ product_retailer_id: id }));
export const productList = (sections: Json[], more: Json = {}) =>
  interactive({
    type: "product_list",
    header: { type: "text", text: "Shop" },
    body,
    action: { catalog_id: "1", sections },
    ...more,
  });
export const card = (index: number, more: Json = {}) => ({
  card_index: index,
  type: "cta_url",
  header: { type: "image", image: { link } },
  body: { text: "Card" },
  action: { name: "cta_url", parameters: { display_text: "Open", url: link } },
  ...more,
});
export const carousel = (cards: Json[]) => interactive({ type: "carousel", body, action: { cards } });
export const productCard = (index: number, more: Json = {}) => ({
  card_index: index,
  type: "product",
  action: { product_retailer_id: "sku", catalog_id: "1" },
  ...more,
});
export const contact = { name: { formatted_name: "Ada Lovelace", first_name: "Ada" } };

export function quick(id: string): Json {
  return { type: "quick_reply", quick_reply: { id, title: id } };
}
