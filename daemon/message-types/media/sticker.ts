import { rename } from "../aliases.ts";
import { MediaUrl, replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** A WebP by link: still at most 100 KB, animated at most 500 KB (Meta, "Sticker messages"). */
export const sticker = messageType({
  type: "sticker",
  schema: strict({ media_url: MediaUrl, ...replyFields }),
  canonical: (content) => rename(content, "media_url", ["sticker_url"]),
  addressed: true,
  examples: [{ media_url: "https://example.com/hooray.webp" }],
});
