import { Type } from "@sinclair/typebox";
import { canonicalBody } from "./aliases.ts";
import { answering, quoted, quoting, strict, words } from "./fields.ts";
import { messageType } from "./message-type.ts";

/** Plain text of up to 4096 characters (Meta, "Text messages"). */
export const text = messageType({
  type: "text",
  schema: strict({
    body: words(4096),
    preview_url: Type.Optional(Type.Boolean({ description: "Show a preview of the first link" })),
    ...answering,
  }),
  canonical: canonicalBody,
  addressed: true,
  official: (content) => ({
    type: "text",
    text: { body: content.body, preview_url: content.preview_url ?? false },
    ...quoting(content),
  }),
  unofficial: (content) => ({
    do: "send",
    content: { show: "text", text: content.body },
    ...quoted(content),
  }),
  examples: [
    { body: "Your table for two is booked for 19:30." },
    { body: "Yes, we are open on Sunday.", reply_to: { id: "wamid.HBgLMTU1NTAwMDAwMDE" } },
  ],
});
