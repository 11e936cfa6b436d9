import type { Complaint, Requirements } from "../../encoders.ts";

/** What Meta asks for and other platforms do without. */
export const REQUIREMENTS: Requirements = {
  // Meta's page "Catalog messages" calls the thumbnail optional, its OpenAPI file (`ActionObject`)
  // requires it; without it the call is refused.
  catalog: (content) => required(content, "thumbnail_product_retailer_id"),
  product_carousel: (content) => required(content, "catalog_id"),
  single_product: (content) => required(content, "catalog_id"),
  multi_product: (content) => required(content, "catalog_id"),
  address: ({ country }) =>
    country === "IN"
      ? null
      : { path: "/country", message: "expected IN: whatsapp_official asks for addresses in India alone" },
};

function required(content: object, name: string): Complaint | null {
  return name in content ? null : { path: `/${name}`, message: "required on whatsapp_official" };
}
