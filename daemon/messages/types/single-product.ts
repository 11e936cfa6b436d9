import { Type } from "@sinclair/typebox";
import { italic, renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { asGiven } from "./aliases.ts";
import { requiredOnOfficial } from "./checks.ts";
import { answering, strict } from "./fields.ts";
import { Body, Footer, interactive } from "./interactive.ts";
import { messageType } from "./message-type.ts";
import { CatalogId, displayHints, productFile, productLines, RetailerId } from "./products.ts";

/** One product of a catalog; Meta allows it no header (Meta, "Single-product messages"). */
export const singleProduct = messageType({
  type: "single_product",
  schema: strict({
    catalog_id: Type.Optional(CatalogId),
    product_retailer_id: RetailerId,
    body: Type.Optional(Body),
    footer: Type.Optional(Footer),
    product: Type.Optional(strict(displayHints)),
    ...answering,
  }),
  canonical: asGiven,
  check: (content, platform) => requiredOnOfficial(platform, content, "catalog_id"),
  addressed: true,
  official: (content) =>
    interactive("product", content, {
      catalog_id: content.catalog_id,
      product_retailer_id: content.product_retailer_id,
    }),
  unofficial: ({ product_retailer_id, product = {}, ...content }) =>
    renderedDraft({
      blocks: [content.body, productLines({ product_retailer_id, ...product }), italic(content.footer)],
      file: productFile([product]),
      quote: content.reply_to,
    }),
  examples: [
    {
      catalog_id: "194836987003835",
      product_retailer_id: "tent-03",
      body: "Back in stock, as you asked.",
      product: { name: "Tent for three", price: "€ 219.00", url: "https://example.com/tent-03" },
    },
  ],
});
