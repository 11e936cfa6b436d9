import { type Static, Type } from "@sinclair/typebox";
import type { DraftFile } from "../../providers/whatsapp-web/encode/draft.ts";
import { bold } from "../../providers/whatsapp-web/encode/rendering.ts";
import { MediaUrl, PageUrl, words } from "./fields.ts";

/** The catalog a message's products are in; official numbers need it. */
export const CatalogId = Type.String({
  pattern: "^[0-9]{1,32}$",
  description: "The digits of the catalog's id; required on whatsapp_official",
});

/** A product by the id that the seller gave it in the catalog. */
export const RetailerId = words(100, "The product's id in the catalog");

/** What a paired number shows of a product that it cannot look up. */
export const displayHints = {
  name: Type.Optional(words(200)),
  price: Type.Optional(words(32, "As it is shown")),
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "An ISO 4217 code" })),
  url: Type.Optional(PageUrl),
  image_url: Type.Optional(MediaUrl),
};

const Hints = Type.Object(displayHints);
type Hints = Static<typeof Hints>;

/** A product as text: its name, or the seller's id when that is all we know, its price and where it is shown. */
export function productLines({
  product_retailer_id,
  name,
  price,
  currency,
  url,
}: Hints & { product_retailer_id: string }): string {
  const cost = price === undefined ? "" : ` - ${currency === undefined ? price : `${price} ${currency}`}`;
  const line = `• ${bold(name ?? product_retailer_id)}${cost}`;
  return url === undefined ? line : `${line}\n${url}`;
}

/** The first picture there is of some products. */
export function productFile(products: readonly Hints[]): DraftFile | undefined {
  const url = products.find(({ image_url }) => image_url !== undefined)?.image_url;
  return url === undefined ? undefined : { kind: "image", url };
}
