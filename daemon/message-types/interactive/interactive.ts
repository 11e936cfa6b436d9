import { Type } from "../../lib/typebox.ts";
import { label, MediaUrl, strict, words } from "../fields.ts";

/** Parts that interactive messages share (Meta's OpenAPI file: `HeaderObject`, `BodyObject`, `FooterObject`). */
export const Body = words(1024);
export const Footer = label(60);
export const TextHeader = strict({ type: Type.Literal("text"), text: label(60) });
export const ButtonTitle = label(20);
const ButtonId = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: "^\\S([\\s\\S]*\\S)?$",
  description: "An id, without surrounding spaces",
});
export const Reply = strict({ id: ButtonId, title: ButtonTitle });

export const Header = Type.Union(
  [
    TextHeader,
    strict({ type: Type.Literal("image"), media_url: MediaUrl }),
    strict({ type: Type.Literal("video"), media_url: MediaUrl }),
    strict({
      type: Type.Literal("document"),
      media_url: MediaUrl,
      file_name: Type.Optional(words(240)),
    }),
  ],
  { title: "InteractiveHeader" },
);
