import { characters } from "../lib/characters.ts";
import { FormatRegistry, type ObjectOptions, type TProperties, Type } from "../lib/typebox.ts";

/** A text must hold more than white space. */
export const NOT_BLANK = "\\S";

/** An object that takes no other fields than the named ones. */
export function strict<Properties extends TProperties>(properties: Properties, options: ObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A text of 1 to `longest` code points. Meta names no unit, and of none of its own does it say that it is refused. */
export function words(longest: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: NOT_BLANK,
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * A short text on a button, in a list or around a message: 1 to `longest` characters as people count them, which is
 * how WhatsApp's apps do. JSON Schema can only count code points, so the limit is in the description.
 */
export function label(longest: number, description = "") {
  return Type.String({
    minLength: 1,
    pattern: NOT_BLANK,
    format: labelFormat(longest),
    [MOST_CHARACTERS]: longest,
    description: `${description}${description && ". "}At most ${longest} characters; an emoji counts as one`,
  });
}

/** Where a label's schema keeps its limit. */
export const MOST_CHARACTERS = "x-max-characters";

/** Registered for TypeBox, which takes a format's name for what checks it. */
function labelFormat(longest: number): string {
  const name = `at-most-${longest}-characters`;
  // a cluster can be endless: one that is longer than any emoji is none that a person sees as one character
  FormatRegistry.Set(
    name,
    (text) => text.length <= longest * LONGEST_CHARACTER && characters(text) <= longest,
  );
  return name;
}

/** UTF-16 units of the longest emoji there are (flags of regions, families with skin tones), rounded up. */
const LONGEST_CHARACTER = 32;

/** Where a file is. Whether its host may be reached, and over plain http, is for the guard of outgoing requests. */
export const MediaUrl = Type.String({
  pattern: "^https?://[^\\s/?#]\\S*$",
  maxLength: 2048,
  description: "A public HTTPS URL",
});

/** A page that the recipient opens. */
export const PageUrl = Type.String({
  pattern: "^https?://[^\\s/?#]\\S*$",
  maxLength: 2000,
  description: "An absolute http or https URL",
});

/** The words below an image, a video or a document (Meta's OpenAPI file, `MediaObject_1`). */
export const Caption = Type.String({ maxLength: 1024 });

export const MessageId = Type.String({
  minLength: 1,
  maxLength: 512,
  description: "Of a message of this channel: the provider's id or ours",
});

export const Participant = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Who wrote the message, needed in some group contexts",
});

/** The message that is quoted. */
export const ReplyTo = strict({
  id: Type.String({
    minLength: 1,
    maxLength: 512,
    description: "Of the message to quote: the provider's id or ours",
  }),
  participant: Type.Optional(Participant),
});

/** The field of every message to a person: the message it replies to. */
export const replyFields = { reply_to: Type.Optional(ReplyTo) };

/** The people whom a text or caption mentions. */
export const mentionFields = {
  mentions: Type.Optional(
    Type.Array(Type.String({ pattern: "^(\\+?[0-9]{5,20}|[0-9]{5,20}@(lid|s\\.whatsapp\\.net))$" }), {
      maxItems: 256,
      description:
        "People who are mentioned, by number or by an id such as `187240155021834@lid`; the text names each by `@` and the same digits. Paired numbers only",
    }),
  ),
};
