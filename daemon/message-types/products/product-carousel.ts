import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { mustDiffer } from "../checks.ts";
import { replyFields, strict } from "../fields.ts";
import { Body } from "../interactive/interactive.ts";
import { messageType } from "../message-type.ts";
import { CatalogId, displayHints, RetailerId } from "./products.ts";

const Product = strict({ product_retailer_id: RetailerId, ...displayHints });

/** Two to ten products of a catalog as cards (Meta, "Interactive product carousel messages"). */
export const productCarousel = messageType({
  type: "product_carousel",
  schema: strict({
    body: Body,
    catalog_id: Type.Optional(CatalogId),
    products: Type.Array(Product, { minItems: 2, maxItems: 10 }),
    ...replyFields,
  }),
  canonical: asGiven,
  check(content) {
    mustDiffer(
      content.products.map((product, index) => [
        `/products/${index}/product_retailer_id`,
        product.product_retailer_id,
      ]),
    );
  },
  addressed: true,
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
