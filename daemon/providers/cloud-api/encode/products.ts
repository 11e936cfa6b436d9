import type { Content } from "./content.ts";
import { interactive } from "./interactive.ts";

/** Products of a catalog. */

export function catalog(content: Content<"catalog">): Record<string, unknown> {
  return interactive("catalog_message", content, {
    name: "catalog_message",
    parameters: { thumbnail_product_retailer_id: content.thumbnail_product_retailer_id },
  });
}

export function singleProduct(content: Content<"single_product">): Record<string, unknown> {
  return interactive("product", content, {
    catalog_id: content.catalog_id,
    product_retailer_id: content.product_retailer_id,
  });
}

export function multiProduct(content: Content<"multi_product">): Record<string, unknown> {
  return interactive("product_list", content, {
    catalog_id: content.catalog_id,
    sections: content.sections.map(({ title, products }) => ({
      title,
      product_items: products.map(({ product_retailer_id }) => ({ product_retailer_id })),
    })),
  });
}
