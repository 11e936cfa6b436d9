import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { replyFields, strict } from "../fields.ts";
import { Body, Footer } from "../interactive/interactive.ts";
import { messageType } from "../message-type.ts";
import { CatalogId, displayHints, RetailerId } from "./products.ts";

/** One product of a catalog; Meta allows it no header (Meta, "Single-product messages"). */
export const singleProduct = messageType({
  type: "single_product",
  schema: strict({
    catalog_id: Type.Optional(CatalogId),
    product_retailer_id: RetailerId,
    body: Type.Optional(Body),
    footer: Type.Optional(Footer),
    product: Type.Optional(strict(displayHints)),
    ...replyFields,
  }),
  canonical: asGiven,
  addressed: true,
  examples: [
    {
      catalog_id: "194836987003835",
      product_retailer_id: "tent-03",
      body: "Back in stock, as you asked.",
      product: { name: "Tent for three", price: "€ 219.00", url: "https://example.com/tent-03" },
    },
  ],
});
