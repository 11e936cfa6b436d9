import { Type } from "@sinclair/typebox";
import { messageType, quoting, ReplyTo, rename } from "./message-type.ts";

/** Plain text; Meta takes up to 4096 characters ("Text messages"). */
export const text = messageType({
  type: "text",
  schema: Type.Object(
    {
      body: Type.String({ minLength: 1, maxLength: 4096, pattern: "\\S" }),
      preview_url: Type.Optional(Type.Boolean({ description: "Show a preview of the first link" })),
      reply_to: Type.Optional(ReplyTo),
    },
    { additionalProperties: false },
  ),
  canonical: (content) => rename({ ...content, text: textOf(content.text) }, "body", ["text"]),
  addressed: true,
  official: (content) => ({
    type: "text",
    text: { body: content.body, preview_url: content.preview_url ?? false },
    ...quoting(content),
  }),
  examples: [
    { body: "Your table for two is booked for 19:30." },
    { body: "Yes, we are open on Sunday.", reply_to: { id: "wamid.HBgLMTU1NTAwMDAwMDE" } },
  ],
});

/** `text` may be the string itself or `{ body }`. */
function textOf(text: unknown): unknown {
  return typeof text === "object" && text !== null && "body" in text ? text.body : text;
}
