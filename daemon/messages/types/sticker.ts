import { rename } from "./aliases.ts";
import { answering, MediaUrl, quoted, quoting, strict } from "./fields.ts";
import { messageType } from "./message-type.ts";

/** A WebP by link: still at most 100 KB, animated at most 500 KB (Meta, "Sticker messages"). */
export const sticker = messageType({
  type: "sticker",
  schema: strict({ media_url: MediaUrl, ...answering }),
  canonical: (content) => rename(content, "media_url", ["sticker_url"]),
  addressed: true,
  official: (content) => ({ type: "sticker", sticker: { link: content.media_url }, ...quoting(content) }),
  unofficial: (content) => ({
    do: "send",
    content: { show: "file", file: { kind: "sticker", url: content.media_url } },
    ...quoted(content),
  }),
  examples: [{ media_url: "https://example.com/hooray.webp" }],
});
