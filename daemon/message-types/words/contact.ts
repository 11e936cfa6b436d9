import { Type } from "../../lib/typebox.ts";
import { numberIn } from "../../phone-numbers/read.ts";
import { replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";

/** A contact card with one number (Meta, "Contacts messages"; its OpenAPI file, `ContactObject`). */
export const contact = messageType({
  type: "contact",
  schema: strict({
    full_name: words(256),
    phone: Type.String({
      pattern: "^[1-9][0-9]{6,14}$",
      description: "A phone number in international format, 7 to 15 digits",
    }),
    organization: Type.Optional(words(256)),
    ...replyFields,
  }),
  canonical: (content) =>
    typeof content.phone === "string" ? { ...content, phone: digitsOf(content.phone) } : content,
  addressed: true,
  examples: [{ full_name: "Ada Lovelace", phone: "14155550123", organization: "Analytical Engines" }],
});

/** The digits of a number with its country code; a text that is none stays as it is, and is refused. */
function digitsOf(phone: string): string {
  return numberIn(phone, null)?.slice(1) ?? `${phone} is no number`;
}
