import { Type } from "../../lib/typebox.ts";
import { canonicalBody } from "../aliases.ts";
import { mentionFields, replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** Plain text of up to 4096 characters (Meta, "Text messages"). */
export const text = messageType({
  type: "text",
  schema: strict({
    body: words(4096),
    preview_url: Type.Optional(Type.Boolean({ description: "Show a preview of the first link" })),
    ...mentionFields,
    ...replyFields,
  }),
  canonical: canonicalBody,
  addressed: true,
  examples: [
    { body: "Your table for two is booked for 19:30." },
    { body: "Yes, we are open on Sunday.", reply_to: { id: "wamid.HBgLMTU1NTAwMDAwMDE" } },
  ],
});
