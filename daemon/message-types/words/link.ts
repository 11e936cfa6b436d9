import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { refuse } from "../checks.ts";
import { MediaUrl, replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";

const LONGEST_TEXT = 4096;

/** A link with a preview of our own making; on official numbers `text` with `preview_url` comes closest. */
export const link = messageType({
  type: "link",
  schema: strict({
    url: Type.String({
      pattern: "^https://[^\\s/?#]\\S*$",
      maxLength: 2000,
      description: "A public HTTPS URL",
    }),
    body: Type.Optional(words(LONGEST_TEXT, "The text before the link")),
    title: Type.Optional(words(300)),
    description: Type.Optional(words(1000)),
    thumbnail_url: Type.Optional(MediaUrl),
    ...replyFields,
  }),
  canonical: asGiven,
  check({ url, body }) {
    const longest = LONGEST_TEXT - url.length - 1;
    if (body !== undefined && body.length > longest) {
      refuse("/body", `at most ${longest} characters beside this url, not ${body.length}`);
    }
  },
  addressed: true,
  examples: [
    {
      url: "https://example.com/opening",
      body: "You are invited!",
      title: "Opening on Friday",
      description: "Music, cake and the new workshop",
    },
  ],
});
