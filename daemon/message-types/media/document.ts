import { Type } from "../../lib/typebox.ts";
import { Caption, mentionFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { canonicalMedia, mediaFields } from "./media.ts";

/** A file of at most 100 MB by link (Meta, "Document messages"). */
export const document = messageType({
  type: "document",
  schema: strict({
    ...mediaFields("document|[a-z]+/[a-zA-Z0-9.+-]+", "document or a MIME type"),
    caption: Type.Optional(Caption),
    ...mentionFields,
  }),
  canonical: canonicalMedia,
  addressed: true,
  examples: [
    {
      media_url: "https://example.com/invoices/1042.pdf",
      file_name: "Invoice 1042.pdf",
      caption: "Thank you!",
    },
  ],
});
