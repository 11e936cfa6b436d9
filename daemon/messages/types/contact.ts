import { Type } from "@sinclair/typebox";
import { answering, quoted, quoting, strict, words } from "./fields.ts";
import { messageType } from "./message-type.ts";

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
    ...answering,
  }),
  canonical: (content) =>
    typeof content.phone === "string" ? { ...content, phone: digitsOf(content.phone) } : content,
  addressed: true,
  official: (content) => ({
    type: "contacts",
    contacts: [
      {
        name: nameOf(content.full_name.trim()),
        org: content.organization === undefined ? undefined : { company: content.organization },
        phones: [{ phone: `+${content.phone}`, wa_id: content.phone, type: "WORK" }],
      },
    ],
    ...quoting(content),
  }),
  unofficial: (content) => ({
    do: "send",
    content: {
      show: "contact",
      fullName: content.full_name.trim(),
      phone: content.phone,
      organization: content.organization,
    },
    ...quoted(content),
  }),
  examples: [{ full_name: "Ada Lovelace", phone: "14155550123", organization: "Analytical Engines" }],
});

/** The digits of a number; a leading +, spaces, dashes, dots and brackets are forgiven. */
function digitsOf(phone: string): string {
  return phone.replace(/^\+/, "").replace(/[ ().-]/g, "");
}

/** Meta refuses a formatted name that stands alone. */
function nameOf(fullName: string): Record<string, unknown> {
  const [first, ...rest] = fullName.split(/\s+/);
  return {
    formatted_name: fullName,
    first_name: first,
    last_name: rest.length === 0 ? undefined : rest.join(" "),
  };
}
