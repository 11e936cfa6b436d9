import type { Complaint, Requirements } from "../../encoders.ts";

/** Requirements of Meta that other platforms do not have. */
export const REQUIREMENTS: Requirements = {
  text: withoutMentions,
  image: withoutMentions,
  video: withoutMentions,
  document: withoutMentions,
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

/** The Cloud API has no mentions: the digits would stand in the text. */
function withoutMentions({ mentions }: { mentions?: string[] }): Complaint | null {
  return mentions === undefined || mentions.length === 0
    ? null
    : { path: "/mentions", message: "only paired numbers can mention people" };
}
