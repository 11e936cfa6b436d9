import { Type } from "@sinclair/typebox";
import { Caption, quoted, quoting, strict } from "./fields.ts";
import { canonicalMedia, fileOf, mediaFields } from "./media.ts";
import { messageType } from "./message-type.ts";

/** A JPEG or PNG of at most 5 MB by link (Meta, "Image messages"). */
export const image = messageType({
  type: "image",
  schema: strict({
    ...mediaFields("image(/(jpeg|jpg|png))?", "image, image/jpeg or image/png"),
    caption: Type.Optional(Caption),
  }),
  canonical: canonicalMedia,
  addressed: true,
  official: (content) => ({
    type: "image",
    image: { link: content.media_url, caption: content.caption },
    ...quoting(content),
  }),
  unofficial: (content) => ({
    do: "send",
    content: { show: "file", file: fileOf("image", content) },
    ...quoted(content),
  }),
  examples: [{ media_url: "https://example.com/receipt.png", caption: "Your receipt" }],
});
