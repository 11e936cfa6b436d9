import { Type } from "@sinclair/typebox";
import { bold, headerText, italic, renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { canonicalHeader } from "./aliases.ts";
import { mustBeTitled, mustFit, requiredOnOfficial } from "./checks.ts";
import { answering, label, strict } from "./fields.ts";
import { Body, Footer, interactive, TextHeader } from "./interactive.ts";
import { messageType } from "./message-type.ts";
import { CatalogId, displayHints, productFile, productLines, RetailerId } from "./products.ts";

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
    ...answering,
  }),
  canonical: canonicalHeader,
  check(content, platform) {
    requiredOnOfficial(platform, content, "catalog_id");
    mustBeTitled(content.sections);
    const count = content.sections.reduce((sum, { products }) => sum + products.length, 0);
    mustFit(count, MOST_PRODUCTS, "products");
  },
  addressed: true,
  official: (content) =>
    interactive("product_list", content, {
      catalog_id: content.catalog_id,
      sections: content.sections.map(({ title, products }) => ({
        title,
        product_items: products.map(({ product_retailer_id }) => ({ product_retailer_id })),
      })),
    }),
  unofficial: (content) =>
    renderedDraft({
      blocks: [
        headerText(content.header),
        content.body,
        ...content.sections.map(({ title, products }) =>
          [bold(title), ...products.map(productLines)].filter((line) => line !== undefined).join("\n"),
        ),
        italic(content.footer),
      ],
      file: productFile(content.sections.flatMap(({ products }) => products)),
      quote: content.reply_to,
    }),
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
