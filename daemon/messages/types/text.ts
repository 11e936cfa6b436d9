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
    content: { show: "text", text: content.body, ...previewOf(content) },
    ...quoted(content),
  }),
  examples: [
    { body: "Your table for two is booked for 19:30." },
    { body: "Yes, we are open on Sunday.", reply_to: { id: "wamid.HBgLMTU1NTAwMDAwMDE" } },
  ],
});

/** Where a text first leads to, as its preview on a paired number: by name, for nobody fetches the page. */
function previewOf({ body, preview_url = false }: { body: string; preview_url?: boolean }) {
  const url = preview_url ? /https:\/\/[^\s/?#]\S*/.exec(body)?.[0] : undefined;
  return url !== undefined && URL.canParse(url) ? { preview: { url, title: new URL(url).host } } : {};
}
