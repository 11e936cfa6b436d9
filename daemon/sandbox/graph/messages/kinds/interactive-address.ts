import { Type } from "../../../../lib/typebox.ts";
import { invalidValue } from "../../http/errors.ts";
import { strict } from "../../http/schema.ts";
import { bodyText, footer, namedAction, textHeader } from "./interactive.ts";
import { defineKind } from "./kind.ts";

const some = Type.Optional(Type.String());

const address = strict({
  name: some,
  phone_number: some,
  in_pin_code: Type.Optional(Type.String({ maxLength: 6 })),
  house_number: some,
  floor_number: some,
  tower_number: some,
  building_name: some,
  address: some,
  landmark_area: some,
  city: some,
  state: some,
});

/** The mistake of each part, a text of any length. */
const complaints = strict({ ...address.properties, in_pin_code: some });

export const interactiveAddress = defineKind(
  "interactive.address_message",
  strict({
    type: Type.Literal("address_message"),
    header: Type.Optional(textHeader),
    body: bodyText(),
    footer,
    action: namedAction(
      "address_message",
      strict({
        country: Type.String(),
        values: Type.Optional(address),
        saved_addresses: Type.Optional(Type.Array(strict({ id: Type.String(), value: address }))),
        validation_errors: Type.Optional(complaints),
      }),
    ),
  }),
  ({ action }) =>
    action.parameters.country === "IN"
      ? null
      : invalidValue(`Country ${action.parameters.country} is not supported for address messages`),
);
