import { Type } from "../../lib/typebox.ts";
import { canonicalHeader, rename } from "../aliases.ts";
import { PageUrl, replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body, ButtonTitle, Footer, Header } from "./interactive.ts";

/** Text with one button that opens a page (Meta, "Interactive call-to-action URL button messages"). */
export const ctaUrl = messageType({
  type: "cta_url",
  schema: strict({
    header: Type.Optional(Header),
    body: Body,
    footer: Type.Optional(Footer),
    button_text: ButtonTitle,
    url: PageUrl,
    ...replyFields,
  }),
  canonical: (content) => rename(canonicalHeader(content), "button_text", ["display_text"]),
  addressed: true,
  examples: [
    {
      body: "Your parcel left our warehouse this morning.",
      button_text: "Follow it",
      url: "https://example.com/parcels/1042",
      footer: "Arrives on Friday",
    },
  ],
});
