import { Type } from "../../../../lib/typebox.ts";
import { invalidValue } from "../../http/errors.ts";
import { labelOf, strict } from "../../http/schema.ts";
import { bodyText, footer, namedAction, textHeader } from "./interactive.ts";
import { defineKind } from "./kind.ts";

const MOST_PRODUCTS = 30;
const id = Type.String({ minLength: 1 });

export const interactiveProduct = defineKind(
  "interactive.product",
  strict({
    type: Type.Literal("product"),
    body: Type.Optional(bodyText()),
    footer,
    action: strict({ catalog_id: id, product_retailer_id: id }),
  }),
);

const section = strict({
  title: Type.Optional(labelOf(24)),
  product_items: Type.Array(strict({ product_retailer_id: id }), { minItems: 1, maxItems: MOST_PRODUCTS }),
});

export const interactiveProductList = defineKind(
  "interactive.product_list",
  strict({
    type: Type.Literal("product_list"),
    header: textHeader,
    body: bodyText(),
    footer,
    action: strict({ catalog_id: id, sections: Type.Array(section, { minItems: 1, maxItems: 10 }) }),
  }),
  ({ action: { sections } }) => {
    if (sections.length > 1 && sections.some((part) => part.title === undefined)) {
      return invalidValue("Section title is required when there is more than one section");
    }
    const products = sections.reduce((sum, part) => sum + part.product_items.length, 0);
    return products > MOST_PRODUCTS ? invalidValue(`At most ${MOST_PRODUCTS} products are allowed`) : null;
  },
);

export const interactiveCatalog = defineKind(
  "interactive.catalog_message",
  strict({
    type: Type.Literal("catalog_message"),
    body: bodyText(),
    footer,
    action: namedAction("catalog_message", strict({ thumbnail_product_retailer_id: id })),
  }),
);
