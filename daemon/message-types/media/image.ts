import { Type } from "../../lib/typebox.ts";
import { Caption, mentionFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { canonicalMedia, mediaFields } from "./media.ts";

/** A JPEG or PNG of at most 5 MB by link (Meta, "Image messages"). */
export const image = messageType({
  type: "image",
  schema: strict({
    ...mediaFields("image(/(jpeg|jpg|png))?", "image, image/jpeg or image/png"),
    caption: Type.Optional(Caption),
    ...mentionFields,
  }),
  canonical: canonicalMedia,
  addressed: true,
  examples: [{ media_url: "https://example.com/receipt.png", caption: "Your receipt" }],
});
