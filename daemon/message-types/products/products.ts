import { Type } from "../../lib/typebox.ts";
import { MediaUrl, PageUrl, words } from "../fields.ts";

/** The catalog a message's products are in; official numbers need it. */
export const CatalogId = Type.String({
  pattern: "^[0-9]{1,32}$",
  description: "The digits of the catalog's id; required on whatsapp_official",
});

/** A product by the id that the seller gave it in the catalog. */
export const RetailerId = words(100, "The product's id in the catalog");

/** The members of a product that a paired number shows, since it can't look the product up. */
export const displayHints = {
  name: Type.Optional(words(200)),
  price: Type.Optional(words(32, "As it is shown")),
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "An ISO 4217 code" })),
  url: Type.Optional(PageUrl),
  image_url: Type.Optional(MediaUrl),
};
