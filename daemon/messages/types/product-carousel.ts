import { Type } from "@sinclair/typebox";
import { renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { asGiven } from "./aliases.ts";
import { mustDiffer, requiredOnOfficial } from "./checks.ts";
import { answering, strict } from "./fields.ts";
import { Body, interactive } from "./interactive.ts";
import { messageType } from "./message-type.ts";
import { CatalogId, displayHints, productFile, productLines, RetailerId } from "./products.ts";

const Product = strict({ product_retailer_id: RetailerId, ...displayHints });

/** Two to ten products of a catalog as cards (Meta, "Interactive product carousel messages"). */
export const productCarousel = messageType({
  type: "product_carousel",
  schema: strict({
    body: Body,
    catalog_id: Type.Optional(CatalogId),
    products: Type.Array(Product, { minItems: 2, maxItems: 10 }),
    ...answering,
  }),
  canonical: asGiven,
  check(content, platform) {
    requiredOnOfficial(platform, content, "catalog_id");
    mustDiffer(
      content.products.map((product, index) => [
        `/products/${index}/product_retailer_id`,
        product.product_retailer_id,
      ]),
    );
  },
  addressed: true,
  official: (content) =>
    interactive("carousel", content, {
      cards: content.products.map(({ product_retailer_id }, index) => ({
        card_index: index,
        type: "product",
        action: { product_retailer_id, catalog_id: content.catalog_id },
      })),
    }),
  unofficial: (content) =>
    renderedDraft({
      blocks: [content.body, content.products.map(productLines).join("\n")],
      file: productFile(content.products),
      quote: content.reply_to,
    }),
  simplified: true,
  examples: [
    {
      body: "These would go well with your tent:",
      catalog_id: "194836987003835",
      products: [
        { product_retailer_id: "lamp-07", name: "Lamp", price: "€ 24.90" },
        { product_retailer_id: "stove-02", name: "Stove", price: "€ 49.00" },
      ],
    },
  ],
});
