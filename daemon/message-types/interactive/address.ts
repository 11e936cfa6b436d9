import { Type } from "../../lib/typebox.ts";
import { canonicalHeader } from "../aliases.ts";
import { mustDiffer } from "../checks.ts";
import { replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body, Footer, TextHeader } from "./interactive.ts";

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
    ...replyFields,
  }),
  canonical: canonicalHeader,
  check({ saved_addresses = [] }) {
    mustDiffer(saved_addresses.map(({ id }, index) => [`/saved_addresses/${index}/id`, id]));
  },
  addressed: true,
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
