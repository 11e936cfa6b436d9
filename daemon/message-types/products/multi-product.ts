import { Type } from "../../lib/typebox.ts";
import { canonicalHeader } from "../aliases.ts";
import { mustBeTitled, mustFit } from "../checks.ts";
import { label, replyFields, strict } from "../fields.ts";
import { Body, Footer, TextHeader } from "../interactive/interactive.ts";
import { messageType } from "../message-type.ts";
import { CatalogId, displayHints, RetailerId } from "./products.ts";

const MOST_PRODUCTS = 30;

const Section = strict({
  title: Type.Optional(label(24)),
  products: Type.Array(strict({ product_retailer_id: RetailerId, ...displayHints }), {
    minItems: 1,
    maxItems: MOST_PRODUCTS,
  }),
});

/** Up to thirty products of a catalog, in sections (Meta, "Multi-product messages"). */
export const multiProduct = messageType({
  type: "multi_product",
  schema: strict({
    header: TextHeader,
    body: Body,
    footer: Type.Optional(Footer),
    catalog_id: Type.Optional(CatalogId),
    sections: Type.Array(Section, { minItems: 1, maxItems: 10 }),
    ...replyFields,
  }),
  canonical: canonicalHeader,
  check(content) {
    mustBeTitled(content.sections);
    const count = content.sections.reduce((sum, { products }) => sum + products.length, 0);
    mustFit(count, MOST_PRODUCTS, "products");
  },
  addressed: true,
  examples: [
    {
      header: { type: "text", text: "For your trip" },
      body: "What others took along:",
      catalog_id: "194836987003835",
      sections: [
        { title: "Sleeping", products: [{ product_retailer_id: "tent-03", name: "Tent for three" }] },
        {
          title: "Cooking",
          products: [{ product_retailer_id: "stove-02" }, { product_retailer_id: "pot-11" }],
        },
      ],
    },
  ],
});
