import { Type } from "@sinclair/typebox";
import { italic, renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { asGiven } from "./aliases.ts";
import { requiredOnOfficial } from "./checks.ts";
import { answering, strict } from "./fields.ts";
import { Body, Footer, interactive } from "./interactive.ts";
import { messageType } from "./message-type.ts";
import { RetailerId } from "./products.ts";

const IN_PROFILE = "🛍️ Our catalog is in our profile: tap our name above.";

/**
 * Opens the number's catalog. Meta's page "Catalog messages" calls the thumbnail optional, its
 * OpenAPI file (`ActionObject`) requires it; without it the call is refused.
 */
export const catalog = messageType({
  type: "catalog",
  schema: strict({
    body: Body,
    footer: Type.Optional(Footer),
    thumbnail_product_retailer_id: Type.Optional(RetailerId),
    ...answering,
  }),
  canonical: asGiven,
  check: (content, platform) => requiredOnOfficial(platform, content, "thumbnail_product_retailer_id"),
  addressed: true,
  official: (content) =>
    interactive("catalog_message", content, {
      name: "catalog_message",
      parameters: { thumbnail_product_retailer_id: content.thumbnail_product_retailer_id },
    }),
  unofficial: (content, { ownPhone }) =>
    renderedDraft({
      blocks: [
        content.body,
        ownPhone === null ? IN_PROFILE : `🛍️ https://wa.me/c/${ownPhone}`,
        italic(content.footer),
      ],
      quote: content.reply_to,
    }),
  examples: [
    {
      body: "Have a look around our shop.",
      footer: "Free delivery from € 50",
      thumbnail_product_retailer_id: "tent-03",
    },
  ],
});
