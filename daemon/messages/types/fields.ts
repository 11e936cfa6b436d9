import { type Static, type TProperties, Type } from "@sinclair/typebox";
import type { Quote } from "../../providers/unofficial/draft.ts";

/** A text must hold more than white space. */
export const NOT_BLANK = "\\S";

/** An object that takes no other fields than the named ones. */
export function strict<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A text of 1 to `longest` UTF-16 code units; Meta names no unit, and this is the strictest one. */
export function words(longest: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: NOT_BLANK,
    ...(description === undefined ? {} : { description }),
  });
}

/** Where a file is. Whether its host may be reached is checked when it is fetched. */
export const MediaUrl = Type.String({
  pattern: "^https://[^\\s/?#]\\S*$",
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

export const MessageId = Type.String({ minLength: 1, maxLength: 512, description: "Provider message id" });

export const Participant = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Who wrote the message, needed in some group contexts",
});

/** The message that is quoted. */
export const ReplyTo = strict({
  id: Type.String({ minLength: 1, maxLength: 512, description: "Provider message id to quote" }),
  participant: Type.Optional(Participant),
});

/** What every message to a person may have: the message it answers. */
export const answering = { reply_to: Type.Optional(ReplyTo) };

/** The quoted message as paired numbers want it. */
export function quoted({ reply_to }: { reply_to?: Static<typeof ReplyTo> }): { quote?: Quote } {
  return reply_to === undefined ? {} : { quote: reply_to };
}

/** The quoted message as the Cloud API wants it: `context`, beside the type's own object. */
export function quoting(content: { reply_to?: Static<typeof ReplyTo> }): Record<string, unknown> {
  return content.reply_to === undefined ? {} : { context: { message_id: content.reply_to.id } };
}
