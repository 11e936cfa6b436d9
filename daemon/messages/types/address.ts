import { type Static, Type } from "@sinclair/typebox";
import { headerText, italic, renderedDraft } from "../../providers/whatsapp-web/encode/rendering.ts";
import { canonicalHeader } from "./aliases.ts";
import { mustDiffer, refuse } from "./checks.ts";
import { answering, strict, words } from "./fields.ts";
import { Body, Footer, interactive, TextHeader } from "./interactive.ts";
import { messageType } from "./message-type.ts";

const part = Type.Optional(words(256));

const Address = strict({
  name: part,
  phone_number: part,
  in_pin_code: Type.Optional(Type.String({ pattern: "^[0-9]{6}$", description: "Six digits" })),
  house_number: part,
  floor_number: part,
  tower_number: part,
  building_name: part,
  address: part,
  landmark_area: part,
  city: part,
  state: part,
});

const Complaints = strict({ ...Address.properties, in_pin_code: part });

const SavedAddress = strict({ id: words(256), value: Address });

/** Asks for a postal address with a form; Meta has it for India alone (Meta, "Address messages"). */
export const address = messageType({
  type: "address",
  schema: strict({
    header: Type.Optional(TextHeader),
    body: Body,
    footer: Type.Optional(Footer),
    country: Type.String({ pattern: "^[A-Z]{2}$", description: "An ISO 3166-1 alpha-2 code" }),
    values: Type.Optional(Address),
    saved_addresses: Type.Optional(Type.Array(SavedAddress, { minItems: 1, maxItems: 10 })),
    validation_errors: Type.Optional(Complaints),
    ...answering,
  }),
  canonical: canonicalHeader,
  check({ country, saved_addresses = [] }, platform) {
    if (platform === "whatsapp_official" && country !== "IN") {
      refuse("/country", "expected IN: whatsapp_official asks for addresses in India alone");
    }
    mustDiffer(saved_addresses.map(({ id }, index) => [`/saved_addresses/${index}/id`, id]));
  },
  addressed: true,
  official: ({ country, values, saved_addresses, validation_errors, ...content }) =>
    interactive("address_message", content, {
      name: "address_message",
      parameters: { country, values, saved_addresses, validation_errors },
    }),
  unofficial: (content) =>
    renderedDraft({
      blocks: [
        headerText(content.header),
        content.body,
        askedParts(content).join("\n"),
        italic(content.footer),
      ],
      quote: content.reply_to,
    }),
  examples: [
    { body: "Where should we send your order?", country: "IN" },
    {
      body: "Please check your address.",
      country: "IN",
      values: { name: "Asha Rao", in_pin_code: "560001", city: "Bengaluru", state: "Karnataka" },
      validation_errors: { house_number: "We need the number of the house" },
    },
  ],
});

/** What is asked for, by the form's fields. */
const LABELS = {
  name: "Name",
  phone_number: "Phone",
  house_number: "House number",
  floor_number: "Floor",
  tower_number: "Tower",
  building_name: "Building",
  address: "Address",
  landmark_area: "Landmark or area",
  in_pin_code: "PIN code",
  city: "City",
  state: "State",
} as const;

type Asked = { values?: Static<typeof Address>; validation_errors?: Static<typeof Complaints> };

/** One line a field: what is known of it, and what was wrong with it. */
function askedParts({ values = {}, validation_errors: wrong = {} }: Asked): string[] {
  return Object.entries(LABELS).map(([field, label]) => {
    const name = field as keyof typeof LABELS;
    const complaint = wrong[name] === undefined ? "" : ` (${wrong[name]})`;
    return `${label}: ${values[name] ?? ""}${complaint}`.trimEnd();
  });
}
