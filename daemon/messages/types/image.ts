import { Type } from "@sinclair/typebox";
import { canonicalMedia } from "./media.ts";
import { MediaUrl, messageType, quoting, ReplyTo } from "./message-type.ts";

/** A JPEG or PNG of at most 5 MB by link, with a caption of up to 1024 characters ("Image messages"). */
export const image = messageType({
  type: "image",
  schema: Type.Object(
    {
      media_url: MediaUrl,
      caption: Type.Optional(Type.String({ maxLength: 1024 })),
      reply_to: Type.Optional(ReplyTo),
    },
    { additionalProperties: false },
  ),
  canonical: canonicalMedia,
  addressed: true,
  official: (content) => ({
    type: "image",
    image: {
      link: content.media_url,
      ...(content.caption === undefined ? {} : { caption: content.caption }),
    },
    ...quoting(content),
  }),
  examples: [{ media_url: "https://example.com/receipt.png", caption: "Your receipt" }],
});
