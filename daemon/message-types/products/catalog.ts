import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { replyFields, strict } from "../fields.ts";
import { Body, Footer } from "../interactive/interactive.ts";
import { messageType } from "../message-type.ts";
import { RetailerId } from "./products.ts";

/** Opens the number's catalog (Meta, "Catalog messages"). */
export const catalog = messageType({
  type: "catalog",
  schema: strict({
    body: Body,
    footer: Type.Optional(Footer),
    thumbnail_product_retailer_id: Type.Optional(RetailerId),
    ...replyFields,
  }),
  canonical: asGiven,
  addressed: true,
  examples: [
    {
      body: "Have a look around our shop.",
      footer: "Free delivery from € 50",
      thumbnail_product_retailer_id: "tent-03",
    },
  ],
});
